import { describe, expect, test } from "@jest/globals";
import { User } from "../domain/users/user.entity.ts";
import { createKey, keyHeaders } from "./support/api-keys.ts";
import { basic, postForm, registerClient, setUpOauth } from "./support/oauth.ts";
import type { SignedIn } from "./support/product.ts";

const stage = await setUpOauth();

const other = await stage.startSecond();

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** The responses of both processes to the next request. */
const statuses = async (headers: Record<string, string>, path = "/api/v1/users/me"): Promise<number[]> => [
  (await stage.product.anonymous.get(path, headers)).status,
  (await other.get(path, headers)).status,
];
const change = (person: SignedIn, values: Partial<Pick<User, "active" | "role">>) =>
  stage.product.orm.em.fork().nativeUpdate(User, { id: person.id }, values);

describe("takes effect at the next request in every process", () => {
  test("signing out", async () => {
    const person = await stage.product.signIn("customer");
    expect(await statuses(bearer(person.token))).toEqual([200, 200]);
    await person.send("POST", "/api/v1/auth/logout");
    expect(await statuses(bearer(person.token))).toEqual([401, 401]);
  });

  test("deactivating a user, for tokens and keys", async () => {
    const person = await stage.product.signIn("customer");
    const key = await keyHeaders(person);
    expect([...(await statuses(bearer(person.token))), ...(await statuses(key))]).toEqual([
      200, 200, 200, 200,
    ]);
    await change(person, { active: false });
    expect([...(await statuses(bearer(person.token))), ...(await statuses(key))]).toEqual([
      401, 401, 401, 401,
    ]);
  });

  test("changing a role", async () => {
    const person = await stage.product.signIn("admin");
    expect(await statuses(bearer(person.token), "/api/v1/oauth-clients")).toEqual([200, 200]);
    await change(person, { role: "customer" });
    expect(await statuses(bearer(person.token), "/api/v1/oauth-clients")).toEqual([403, 403]);
  });

  test("revoking a key", async () => {
    const person = await stage.product.signIn("customer");
    const { id, api_key: text } = await createKey(person);
    expect(await statuses({ "x-api-key": text })).toEqual([200, 200]);
    await person.send("DELETE", `/api/v1/api-keys/${id}`);
    expect(await statuses({ "x-api-key": text })).toEqual([401, 401]);
  });

  test("RFC 7009 2: revoking a token", async () => {
    const { access_token: token } = (await stage.exchange(await stage.newCode())).body;
    expect(await statuses(bearer(token))).toEqual([200, 200]);
    await stage.post("/oauth/revoke", { token });
    expect(await statuses(bearer(token))).toEqual([401, 401]);
  });

  test("removing a scope from a client, and removing the client", async () => {
    const own = await registerClient(stage.admin, { scopes: ["read", "admin"] });
    const fields = { grant_type: "client_credentials" };
    const headers = basic(own.client_id, own.client_secret);
    const { access_token: token } = (await postForm(stage.product, "/oauth/token", fields, headers)).body;
    expect(await statuses(bearer(token), "/api/v1/oauth-clients")).toEqual([200, 200]);
    await stage.admin.send("PUT", `/api/v1/oauth-clients/${own.client_id}`, { scopes: ["read"] });
    expect(await statuses(bearer(token), "/api/v1/oauth-clients")).toEqual([403, 403]);
    await stage.admin.send("DELETE", `/api/v1/oauth-clients/${own.client_id}`);
    expect(await statuses(bearer(token))).toEqual([401, 401]);
  });
});
