import { describe, expect, test } from "@jest/globals";
import { Webhook } from "../domain/webhooks/webhook.entity.ts";
import { createKey } from "./support/api-keys.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { basic, codeFor, postForm, registerClient, REDIRECT_URI, VERIFIER } from "./support/oauth.ts";
import type { SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";
import { setUpWebhooks } from "./support/webhook-stage.ts";

const stage = await setUpWebhooks();
const HOOKS = "/api/v1/webhooks";
const KEYS = "/api/v1/api-keys";

interface Key {
  id: string;
  headers: Record<string, string>;
}

async function newKey(scopes: string[], who: SignedIn = stage.customer): Promise<Key> {
  const { id, api_key: text } = await createKey(who, { scopes });
  return { id, headers: { "x-api-key": text } };
}

async function subscribeBy(caller: ApiClient, headers: Record<string, string> = {}, change: object = {}) {
  const wanted = { url: stage.receiver.url, events: ["*"], ...change };
  const { status, data, body } = await caller.send("POST", HOOKS, wanted, headers);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data.id;
}

const byKey = ({ headers }: Key) => subscribeBy(stage.product.anonymous, headers);
const read = async (id: string) => (await stage.customer.get(`${HOOKS}/${id}`)).data;
const row = (id: string) => stage.product.orm.em.fork().findOneOrFail(Webhook, { id });
const receivedOf = (text: string) => stage.receiver.received.filter(({ body }) => body.includes(text)).length;

/** Sends an event to the user's own webhook: once it has arrived, so has everything sent before. */
async function afterAProject(name: string): Promise<void> {
  const witness = await subscribeBy(stage.customer, {}, { url: `${stage.receiver.url}/witness` });
  const { data } = await stage.customer.send("POST", "/api/v1/projects", { name, framework: "soc2" });
  await waitFor(
    () => Promise.resolve(stage.receiver.received),
    (all) => all.some(({ path, body }) => path.endsWith("/witness") && body.includes(data.id)),
    20_000,
  );
  await stage.customer.send("DELETE", `${HOOKS}/${witness}`);
}

const stopped = (id: string) =>
  waitFor(
    () => read(id),
    ({ active }) => active === false,
    20_000,
  );

/** A token of an application with the customer's consent. */
async function byConsent(scopes: string[]) {
  const admin = await stage.product.signIn("admin");
  const client = await registerClient(admin, { scopes: ["read", "write", "webhook"] });
  const code = await codeFor(stage.product, client.client_id, stage.customer.id, { scopes });
  const fields = { grant_type: "authorization_code", redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  const headers = basic(client.client_id, client.client_secret);
  const { body } = await postForm(stage.product, "/oauth/token", { ...fields, code }, headers);
  const tokens = body as { access_token: string; refresh_token: string };
  const { backendUrl } = stage.product.config;
  return { admin, client, headers, tokens, app: createApiClient(backendUrl, tokens.access_token) };
}

describe("a webhook made with an API key", () => {
  test("receives what the key may read", async () => {
    const key = await newKey(["read", "webhook"]);
    const id = await byKey(key);
    expect(await read(id)).toMatchObject({
      credential: { kind: "api_key", id: key.id, scopes: ["read", "webhook"] },
    });
    await afterAProject("For readers");
    expect(receivedOf("For readers")).toBe(2);
  });

  test("receives nothing if the key may not read", async () => {
    const id = await byKey(await newKey(["webhook"]));
    await afterAProject("Not for everybody");
    expect(receivedOf("Not for everybody")).toBe(1);
    const { data } = await stage.customer.send("POST", `${HOOKS}/${id}/recover`, {
      since: new Date(Date.now() - 60_000).toISOString(),
    });
    expect(data.deliveries).toBe(0);
    expect((await stage.customer.send("POST", `${HOOKS}/${id}/test`)).status).toBe(202);
    expect((await stage.deliveries(id)).map(({ event }) => event)).toEqual(["ping"]);
  });

  test("ends with the key, and its owner can see why", async () => {
    const key = await newKey(["read", "webhook"]);
    const id = await byKey(key);
    await stage.customer.send("DELETE", `${KEYS}/${key.id}`);
    await afterAProject("After the end");
    expect(receivedOf("After the end")).toBe(1);
    expect(await stopped(id)).toMatchObject({ active: false, disabled_reason: "credential_ended" });
    const { data } = await stage.customer.get(`/api/v1/events?kind=webhook.disabled&subject_id=${id}`);
    expect(data.events).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ reason: "credential_ended" }) }),
    ]);
  });

  test("ends with the key also for redeliveries and recoveries", async () => {
    const key = await newKey(["read", "webhook"]);
    const id = await byKey(key);
    await afterAProject("Told before");
    const [before] = await stage.deliveries(id);
    // Simulates that the key's expiry has not been noticed yet.
    await stage.product.orm.em
      .fork()
      .execute("update api_keys set expires_at = now() - interval '1 second' where id = ?", [key.id]);
    const again = `${HOOKS}/${id}/deliveries/${before!.id}/redeliver`;
    for (const [path, body] of [
      [again, {}],
      [`${HOOKS}/${id}/test`, {}],
      [`${HOOKS}/${id}/recover`, { since: new Date(Date.now() - 60_000).toISOString() }],
    ] as const) {
      const { status, body: refused } = await stage.customer.send("POST", path, body);
      // A relay may have noticed since and disabled it.
      const message = expect.stringMatching(/has ended|webhook is off/);
      expect([status, refused.error.message]).toEqual([409, message]);
    }
    const { length } = stage.receiver.received;
    await afterAProject("Told after");
    expect(stage.receiver.received.slice(length).filter(({ path }) => path === "/hook")).toEqual([]);
  });

  test("continues with the key's successor", async () => {
    const key = await newKey(["read", "webhook"]);
    const id = await byKey(key);
    const { body } = await stage.customer.send("POST", `${KEYS}/${key.id}/rotate`, { overlap_hours: 0 });
    const successor = (body as unknown as { id: string }).id;
    expect((await read(id)).credential).toMatchObject({ kind: "api_key", id: successor });
    await afterAProject("By the successor");
    expect(receivedOf("By the successor")).toBe(2);
    expect((await read(id)).active).toBe(true);
  });

  test("belongs to the user once they turn it on again", async () => {
    const key = await newKey(["read", "webhook"]);
    const id = await byKey(key);
    await stage.customer.send("DELETE", `${KEYS}/${key.id}`);
    await stopped(id);
    const other = await newKey(["read", "webhook"]);
    const wanted = { active: true };
    const refused = await stage.product.anonymous.send("PUT", `${HOOKS}/${id}`, wanted, other.headers);
    expect(refused.status).toBe(403);
    const { data } = await stage.customer.send("PUT", `${HOOKS}/${id}`, wanted);
    expect(data).toMatchObject({ active: true, disabled_reason: null, credential: { kind: "person" } });
    await afterAProject("Theirs again");
    expect(receivedOf("Theirs again")).toBe(2);
  });
});

describe("a webhook made with an application", () => {
  test("receives what the user let the application read", async () => {
    const { app, client } = await byConsent(["webhook"]);
    const id = await subscribeBy(app);
    expect((await read(id)).credential).toEqual({
      kind: "oauth_client",
      id: client.client_id,
      scopes: ["webhook"],
    });
    await afterAProject("Not for the application");
    expect(receivedOf("Not for the application")).toBe(1);
  });

  test("ends when the application is deleted", async () => {
    const { app, admin, client } = await byConsent(["read", "webhook"]);
    const id = await subscribeBy(app);
    await afterAProject("While it is there");
    expect(receivedOf("While it is there")).toBe(2);
    await admin.send("DELETE", `/api/v1/oauth-clients/${client.client_id}`);
    await afterAProject("When it is gone");
    expect(receivedOf("When it is gone")).toBe(1);
    expect(await stopped(id)).toMatchObject({ disabled_reason: "credential_ended" });
  });

  test("ends when the user withdraws the grant", async () => {
    const { app, tokens, headers } = await byConsent(["read", "webhook"]);
    const id = await subscribeBy(app);
    await postForm(stage.product, "/oauth/revoke", { token: tokens.refresh_token }, headers);
    await afterAProject("After the withdrawal");
    expect(receivedOf("After the withdrawal")).toBe(1);
    expect(await stopped(id)).toMatchObject({ disabled_reason: "credential_ended" });
  });
});

test("a webhook created in a session survives the session", async () => {
  const id = await subscribeBy(stage.customer);
  expect((await read(id)).credential).toEqual({ kind: "person", id: null, scopes: null });
  const em = stage.product.orm.em.fork();
  await em.execute("update sessions set revoked_at = now() where user_id = ?", [stage.customer.id]);
  const other = await stage.product.signIn("customer");
  const team = [{ user_id: stage.customer.id, role: "customer" }];
  await stage.createProject(other, { name: "Later", team_members: team });
  await waitFor(
    () => Promise.resolve(receivedOf("Later")),
    (count) => count > 0,
    20_000,
  );
  expect((await row(id)).active).toBe(true);
});

test("a credential can change only its own webhooks", async () => {
  const id = await subscribeBy(stage.customer);
  const key = await newKey(["webhook"]);
  const send = (method: string, path: string, body: object) =>
    stage.product.anonymous.send(method, `${HOOKS}/${id}${path}`, body, key.headers);
  const away = await send("PUT", "", { url: `${stage.receiver.url}/elsewhere` });
  expect([away.status, away.body.error.code]).toEqual([403, "FORBIDDEN"]);
  expect((await send("POST", "/rotate-secret", {})).status).toBe(403);
  expect((await read(id)).url).toBe(stage.receiver.url);
});
