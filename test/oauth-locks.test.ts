import { beforeAll, describe, expect, test } from "@jest/globals";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { DeviceGrant } from "../domain/identity/device-grant.entity.ts";
import type { SignedIn } from "./support/product.ts";
import { codeFor, postForm, registerClient, setUpOauth, type FormAnswer } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const stage = await setUpOauth();
const device = { client_id: "" };

beforeAll(async () => {
  const grants = [DEVICE_GRANT, "refresh_token"];
  device.client_id = (
    await registerClient(stage.admin, { type: "public", grants, redirect_uris: [] })
  ).client_id;
});

const newCode = (person: SignedIn) => codeFor(stage.product, stage.client.client_id, person.id);

/** Someone with a session besides the one that changes the password. */
async function personWithToken(): Promise<{ person: SignedIn; refreshToken: string }> {
  const person = await stage.product.signIn("customer");
  const { body } = await stage.exchange(await newCode(person));
  return { person, refreshToken: body.refresh_token };
}

/**
 * Lets a person change the password and stops the change before it ends the other sessions, until `request`
 * waits too.
 */
async function duringPasswordChange(
  person: SignedIn,
  request: () => Promise<FormAnswer>,
): Promise<{ changed: number; answer: FormAnswer }> {
  const { product } = stage;
  const body = { current_password: PASSWORD, new_password: "another-good-password" };
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from sessions where user_id = ? for update", [person.id]);
    const changing = person.send("POST", "/api/v1/auth/password", body);
    await untilWaiting(product, 1);
    const requested = request();
    await untilWaiting(product, 2);
    return { pending: [changing, requested] as const };
  });
  const [{ status: changed }, answer] = await Promise.all(pending);
  return { changed, answer };
}

describe("while the user changes the password", () => {
  test("a code is not exchanged", async () => {
    const { person } = await personWithToken();
    const code = await newCode(person);
    const { changed, answer } = await duringPasswordChange(person, () => stage.exchange(code));
    expect(changed).toBe(200);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("a device does not get the tokens that it was allowed", async () => {
    const { person } = await personWithToken();
    const { body } = await postForm(stage.product, "/oauth/device_authorization", device);
    const em = stage.product.orm.em.fork();
    const allowed = { status: "allowed", user: person.id } as const;
    await em.nativeUpdate(DeviceGrant, { status: "pending" }, allowed);
    const fields = { grant_type: DEVICE_GRANT, device_code: body.device_code, ...device };
    const poll = () => postForm(stage.product, "/oauth/token", fields);
    const { changed, answer } = await duringPasswordChange(person, poll);
    expect(changed).toBe(200);
    expect([answer.status, answer.body.error]).toEqual([400, "access_denied"]);
  });

  test("a refresh token is not exchanged", async () => {
    const { person, refreshToken } = await personWithToken();
    const refresh = () => stage.refresh(refreshToken);
    const { changed, answer } = await duringPasswordChange(person, refresh);
    expect(changed).toBe(200);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
  });
});

test("a code is not exchanged while its user is being deactivated", async () => {
  const { product, admin, exchange } = stage;
  const { person } = await personWithToken();
  const code = await newCode(person);
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from users where id = ? for update", [person.id]);
    const deactivating = admin.send("DELETE", `/api/v1/users/${person.id}`);
    await untilWaiting(product, 1);
    const exchanging = exchange(code);
    await untilWaiting(product, 2);
    return { pending: [deactivating, exchanging] as const };
  });
  const [deactivated, answer] = await Promise.all(pending);
  expect([deactivated.status, answer.status, answer.body.error]).toEqual([200, 400, "invalid_grant"]);
});
