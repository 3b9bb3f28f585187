import { expect, test } from "@jest/globals";
import { startApi } from "../api/start-api.ts";
import { AuthorizationCode } from "../domain/identity/authorization-code.entity.ts";
import { Session } from "../domain/identity/session.entity.ts";
import { createLogger } from "../platform/logger.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD } from "./support/people.ts";
import { registerClient } from "./support/oauth.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SESSIONS = "/api/v1/users/me/sessions";
const CONSENTS = "/api/v1/users/me/consents";

const product = await startProductForFile();
const customer = await product.signIn("customer");
const foreign = await product.signIn("customer");

const signInAgain = async (person: SignedIn): Promise<ApiClient> => {
  const body = { email: person.email, password: PASSWORD };
  const { data } = await product.anonymous.send("POST", "/api/v1/auth/login", body);
  return createApiClient(`http://127.0.0.1:${product.config.PORT}`, data.tokens.access_token);
};

const sessionsOf = async (client: ApiClient) => (await client.get(SESSIONS)).data.sessions;

const statusOf = async (client: ApiClient): Promise<number> => (await client.get("/api/v1/users/me")).status;

/** An application with the user's consent. */
async function giveAccess(person: SignedIn): Promise<string> {
  const admin = await product.signIn("admin");
  const { client_id: client } = await registerClient(admin);
  const em = product.orm.em.fork();
  const [now, later] = [new Date(), new Date(Date.now() + 3_600_000)];
  for (const scopes of [["read"], ["read", "write"]])
    em.create(Session, { user: person.id, client, scopes, createdAt: now, expiresAt: later });
  await em.flush();
  return client;
}

test("a user can list their sign-ins, and end one of them at once", async () => {
  const other = await signInAgain(customer);
  const answered = await sessionsOf(customer);
  expect(answered.map(({ current }) => current)).toEqual([false, true]);
  const [theirs] = await sessionsOf(foreign);
  expect((await customer.send("DELETE", `${SESSIONS}/${theirs!.id}`)).status).toBe(404);

  expect((await customer.send("DELETE", `${SESSIONS}/${answered[0]!.id}`)).status).toBe(200);
  expect([await statusOf(other), await statusOf(customer), await statusOf(foreign)]).toEqual([401, 200, 200]);
  expect(await sessionsOf(customer)).toEqual([answered[1]]);
  expect((await customer.send("DELETE", `${SESSIONS}/${answered[0]!.id}`)).status).toBe(404);
});

test("each sign-in names its browser, system and address", async () => {
  const person = await product.signIn("auditor");
  const body = { email: person.email, password: PASSWORD };
  const signInBy = (userAgent: string) =>
    product.anonymous.send("POST", "/api/v1/auth/login", body, { "user-agent": userAgent });
  const sent = `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 ${"x".repeat(500)}`;
  await signInBy(sent);
  await signInBy("<b>Your bank</b>/1 calls");
  const [unknown, firefox] = await sessionsOf(person);
  expect(unknown).toMatchObject({ browser: null, system: null, address: "127.0.0.1", last_used_at: null });
  expect(firefox).toMatchObject({ browser: "Firefox", system: "Linux", address: "127.0.0.1" });
  const { userAgent } = await product.orm.em.fork().findOneOrFail(Session, firefox!.id);
  expect(userAgent).toBe(sent.slice(0, 200));
});

test("the last use of a sign-in is recorded in the background, at the latest when a process stops", async () => {
  const person = await product.signIn("auditor");
  const other = await startApi({ ...product.config, PORT: 0 }, createLogger("test", "silent"));
  const before = new Date().toISOString();
  const thereAs = createApiClient(`http://127.0.0.1:${other.port}`, person.token);
  expect(await statusOf(thereAs)).toBe(200);
  await other.stop();
  const used = (await sessionsOf(person))[0]!.last_used_at!;
  expect(used >= before && used <= new Date().toISOString()).toBe(true);
});

test("all others can be ended at once, including those of applications", async () => {
  const [one, two] = [await signInAgain(customer), await signInAgain(customer)];
  await giveAccess(customer);
  expect((await customer.send("DELETE", SESSIONS)).status).toBe(200);
  expect([await statusOf(one), await statusOf(two), await statusOf(customer)]).toEqual([401, 401, 200]);
  expect(await sessionsOf(customer)).toMatchObject([{ current: true }]);
  expect((await customer.get(CONSENTS)).data.consents).toEqual([]);
});

test("applications with access are listed once each, and can lose it at once", async () => {
  const [kept, taken] = [await giveAccess(customer), await giveAccess(customer)];
  const foreigners = await giveAccess(foreign);
  const { data } = await customer.get(CONSENTS);
  const answered = new Map<string, { scopes: string[] }>(
    data.consents.map((one: { client_id: string; scopes: string[] }) => [one.client_id, one]),
  );
  expect([...answered.keys()].toSorted()).toEqual([kept, taken].toSorted());
  expect(answered.get(taken)!.scopes).toEqual(["read", "write"]);
  expect((await sessionsOf(customer)).length).toBe(1);

  expect((await customer.send("DELETE", `${CONSENTS}/${foreigners}`)).status).toBe(404);
  expect((await customer.send("DELETE", `${CONSENTS}/${taken}`)).status).toBe(200);
  const em = product.orm.em.fork();
  const live = async (client: string) => em.count(Session, { client, revokedAt: null });
  expect([await live(kept), await live(taken), await live(foreigners)]).toEqual([2, 0, 2]);
  expect(await em.count(AuthorizationCode, { client: taken, usedAt: null })).toBe(0);
  expect((await customer.send("DELETE", `${CONSENTS}/${taken}`)).status).toBe(404);
});

test("API keys and applications can neither see nor end them", async () => {
  const headers = await keyHeaders(customer, { scopes: ["read", "write"] });
  expect((await product.anonymous.get(SESSIONS, headers)).status).toBe(403);
  expect((await product.anonymous.send("DELETE", SESSIONS, undefined, headers)).status).toBe(403);
  expect((await product.anonymous.get(SESSIONS)).status).toBe(401);
});
