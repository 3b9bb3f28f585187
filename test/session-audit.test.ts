import { expect, test } from "@jest/globals";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { createConsoleRequests } from "./support/console-requests.ts";
import { basic, codeFor, postForm, registerClient, REDIRECT_URI, VERIFIER } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SESSIONS = "/api/v1/users/me/sessions";

const product = await startProductForFile();
const admin = await product.signIn("admin");

async function signInAgain({ email }: SignedIn): Promise<{ client: ApiClient; sessionId: string }> {
  const { data } = await product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD });
  const client = createApiClient(product.config.publicUrl, data.tokens.access_token);
  return { client, sessionId: (await client.get("/api/v1/auth/profile")).data.session_id! };
}

/** What the audit log has about the sessions of a user. */
const endsOf = async ({ id }: SignedIn) =>
  (await auditEntriesOf(product, admin, { subject_id: id })).filter(({ action }) =>
    /session|consent/.test(action),
  );

const userOf = ({ id, email }: SignedIn) => ({ id, email });

/** An application with tokens of the user. */
async function giveAccess(person: SignedIn) {
  const client = await registerClient(admin);
  const asClient = basic(client.client_id, client.client_secret);
  const code = await codeFor(product, client.client_id, person.id);
  const exchange = async () => {
    const grant = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
    return (await postForm(product, "/oauth/token", { ...grant, code_verifier: VERIFIER }, asClient)).body;
  };
  const tokens = await exchange();
  const token = createApiClient(product.config.publicUrl, tokens.access_token);
  const sessionId = (await token.get("/api/v1/auth/profile")).data.session_id!;
  const revoke = (what: string) => postForm(product, "/oauth/revoke", { token: what }, asClient);
  return { id: client.client_id, tokens, sessionId, revoke, exchange };
}

test("signing out is one entry, with the session", async () => {
  const person = await product.signIn("customer");
  const { client, sessionId } = await signInAgain(person);
  expect((await client.send("POST", "/api/v1/auth/logout")).status).toBe(200);
  expect(await endsOf(person)).toEqual([
    expect.objectContaining({
      action: "user.session_ended",
      actor_id: person.id,
      subject_kind: "user",
      credential: sessionId,
      data: { user: userOf(person), session: { id: sessionId, client_id: null }, how: "signed_out" },
    }),
  ]);
});

test("ending another session is one entry, with both sessions", async () => {
  const person = await product.signIn("customer");
  const { sessionId } = await signInAgain(person);
  expect((await person.send("DELETE", `${SESSIONS}/${sessionId}`)).status).toBe(200);
  const [entry, ...more] = await endsOf(person);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ action: "user.session_ended", actor_id: person.id });
  expect(entry!.data).toMatchObject({ session: { id: sessionId, client_id: null }, how: "ended" });
  expect(entry!.credential).not.toBe(sessionId);
});

test("ending all others is one entry, however many there are", async () => {
  const person = await product.signIn("customer");
  await signInAgain(person);
  await signInAgain(person);
  await giveAccess(person);
  expect((await person.send("DELETE", SESSIONS)).status).toBe(200);
  expect(await endsOf(person)).toEqual([
    expect.objectContaining({
      action: "user.sessions_ended",
      actor_id: person.id,
      data: { user: userOf(person) },
    }),
  ]);
});

test("a withdrawn consent is one entry, with the application", async () => {
  const person = await product.signIn("customer");
  const { id } = await giveAccess(person);
  expect((await person.send("DELETE", `/api/v1/users/me/consents/${id}`)).status).toBe(200);
  const oauth_client = { id, name: expect.stringContaining("Client") };
  expect(await endsOf(person)).toEqual([
    expect.objectContaining({
      action: "user.consent_withdrawn",
      actor_id: person.id,
      data: { user: userOf(person), oauth_client },
    }),
  ]);
});

test("a token that its application revokes is one entry, even if it is revoked twice", async () => {
  const person = await product.signIn("customer");
  const { id, tokens, sessionId, revoke } = await giveAccess(person);
  for (const token of [tokens.refresh_token, tokens.access_token])
    expect((await revoke(token)).status).toBe(200);
  expect(await endsOf(person)).toEqual([
    expect.objectContaining({
      action: "user.session_ended",
      actor_id: null,
      data: { user: userOf(person), session: { id: sessionId, client_id: id }, how: "revoked" },
    }),
  ]);
});

test("a code that is used twice is one entry", async () => {
  const person = await product.signIn("customer");
  const { id, sessionId, exchange } = await giveAccess(person);
  expect((await exchange()).error).toBe("invalid_grant");
  const data = { user: userOf(person), session: { id: sessionId, client_id: id }, how: "reused" };
  expect(await endsOf(person)).toEqual([
    expect.objectContaining({ action: "user.session_ended", actor_id: null, data }),
  ]);
});

test("a refresh token that is used twice is one entry, with where the second use came from", async () => {
  const person = await product.signIn("customer");
  const { email, id } = person;
  const { data } = await product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD });
  const token = { refresh_token: data.tokens.refresh_token };
  const refresh = () => product.anonymous.send("POST", "/api/v1/auth/refresh", token);
  expect((await refresh()).status).toBe(200);
  await product.orm.em.fork().execute(
    `update refresh_tokens set used_at = used_at - interval '11 seconds'
      where session_id in (select id from sessions where user_id = ?)`,
    [id],
  );
  for (let use = 2; use <= 3; use++) expect((await refresh()).status).toBe(401);
  const [entry, ...more] = await endsOf(person);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ action: "user.session_ended", actor_id: null, data: { how: "reused" } });
  expect(entry!.address).toContain("127.0.0.1");
});

test("a browser's session that a new sign-in replaces is one entry", async () => {
  const person = await product.signIn("customer");
  const { cookieOf, signIn } = createConsoleRequests(product);
  const cookie = await cookieOf(person);
  expect((await signIn(person, { cookie })).status).toBe(200);
  const data = expect.objectContaining({ how: "replaced" });
  expect(await endsOf(person)).toMatchObject([{ action: "user.session_ended", data }]);
});
