import { beforeAll, describe, expect, test } from "@jest/globals";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { AuthorizationCode } from "../domain/identity/authorization-code.entity.ts";
import { DeviceGrant } from "../domain/identity/device-grant.entity.ts";
import { createBrowser } from "./support/browser.ts";
import type { SignedIn } from "./support/product.ts";
import { CHALLENGE, REDIRECT_URI, codeFor, postForm, registerClient, setUpOauth } from "./support/oauth.ts";
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
async function duringPasswordChange<A>(
  person: SignedIn,
  request: () => Promise<A>,
): Promise<{ changed: number; answer: A }> {
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

/** A browser in which the person has just signed in on the page at the path. */
async function signedInOn(person: SignedIn, path: string) {
  const browser = createBrowser();
  const page = await browser.open(`${stage.product.config.publicUrl}${path}`);
  const form = { action: "sign-in", email: person.email, password: PASSWORD };
  return { browser, page: await browser.press(page, form) };
}

describe("while the user changes the password", () => {
  test("consent in a browser that signed in with the old one issues no code", async () => {
    const { person } = await personWithToken();
    const query = new URLSearchParams({
      response_type: "code",
      client_id: stage.client.client_id,
      redirect_uri: REDIRECT_URI,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    });
    const { browser, page } = await signedInOn(person, `/oauth/authorize?${query.toString()}`);
    const allow = () => browser.press(page, { action: "allow" });
    const { changed, answer } = await duringPasswordChange(person, allow);
    expect(changed).toBe(200);
    expect([answer.status, answer.location]).toEqual([200, null]);
    expect(answer.html).toContain('name="password"');
    const usable = { user: person.id, usedAt: null };
    expect(await stage.product.orm.em.fork().count(AuthorizationCode, usable)).toBe(0);
  });

  test("a browser that signed in with the old one allows no device", async () => {
    const { person } = await personWithToken();
    const { body } = await postForm(stage.product, "/oauth/device_authorization", device);
    const { browser, page } = await signedInOn(person, `/device?user_code=${body.user_code}`);
    const allow = () => browser.press(page, { action: "allow" });
    const { changed, answer } = await duringPasswordChange(person, allow);
    expect([changed, answer.html.includes('name="password"')]).toEqual([200, true]);
    expect(await stage.product.orm.em.fork().count(DeviceGrant, { user: person.id })).toBe(0);
  });

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

test("withdrawing consent also ends what a code is being exchanged for", async () => {
  const { product, client, exchange, me } = stage;
  const { person } = await personWithToken();
  const code = await newCode(person);
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from oauth_clients where id = ? for update", [client.client_id]);
    const exchanging = exchange(code);
    await untilWaiting(product, 1);
    const withdrawing = person.send("DELETE", `/api/v1/users/me/consents/${client.client_id}`);
    await untilWaiting(product, 2);
    return { pending: [exchanging, withdrawing] as const };
  });
  const [exchanged, withdrawn] = await Promise.all(pending);
  expect([exchanged.status, withdrawn.status]).toEqual([200, 200]);
  expect((await me(exchanged.body.access_token)).status).toBe(401);
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
