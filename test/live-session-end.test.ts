import { expect, test } from "@jest/globals";
import { createKey } from "./support/api-keys.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD } from "./support/people.ts";
import { listenTo } from "./support/event-stream.ts";
import { REDIRECT_URI, VERIFIER, basic, codeFor, postForm, registerClient } from "./support/oauth.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const product = await startProductForFile();
/** Less than the time between two beats, at which a stream ends if nothing else happens. */
const AT_ONCE_MS = 5_000;
/** Without events about the credentials, which would end a stream too. */
const STREAM = "/api/v1/events/stream?kind=project.created";

const subscribe = (client: ApiClient) => stopAfterAll(listenTo(client, STREAM));

/** An application with tokens of the user, and an open stream. */
async function startApplication(user: SignedIn, admin: SignedIn) {
  const client = await registerClient(admin, { scopes: ["read"] });
  const code = await codeFor(product, client.client_id, user.id, { scopes: ["read"] });
  const asClient = basic(client.client_id, client.client_secret);
  const token = (fields: Record<string, string>) => postForm(product, "/oauth/token", fields, asClient);
  const grant = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
  const exchange = () => token({ ...grant, code_verifier: VERIFIER });
  const { access_token: access, refresh_token: first } = (await exchange()).body;
  const stream = await subscribe(createApiClient(product.config.publicUrl, access));
  const refresh = () => token({ grant_type: "refresh_token", refresh_token: first });
  const revoke = () => postForm(product, "/oauth/revoke", { token: access }, asClient);
  return { id: client.client_id, user, admin, stream, exchange, refresh, revoke };
}

type Application = Awaited<ReturnType<typeof startApplication>>;

/** Uses a refresh token twice, more than ten seconds apart. */
async function reuse({ refresh, user }: Application): Promise<void> {
  expect((await refresh()).status).toBe(200);
  await product.orm.em.fork().execute(
    `update refresh_tokens set used_at = used_at - interval '11 seconds'
      where session_id in (select id from sessions where user_id = ?)`,
    [user.id],
  );
  expect((await refresh()).status).toBe(400);
}

test.each<[string, (application: Application) => Promise<unknown>]>([
  ["its access is withdrawn", ({ user, id }) => user.send("DELETE", `/api/v1/users/me/consents/${id}`)],
  ["it is deleted", ({ admin, id }) => admin.send("DELETE", `/api/v1/oauth-clients/${id}`)],
  ["it revokes its token", ({ revoke }) => revoke()],
  ["its code is used twice", ({ exchange }) => exchange()],
  ["its refresh token is used twice", reuse],
])("the stream of an application ends at once when %s", async (_when, end) => {
  const application = await startApplication(await product.signIn("auditor"), await product.signIn("admin"));
  const at = Date.now();
  await end(application);
  await application.stream.ended;
  expect(Date.now() - at).toBeLessThan(AT_ONCE_MS);
});

test("the stream of an API key ends at once when the key is revoked", async () => {
  const person = await product.signIn("auditor");
  const { id, api_key: key } = await createKey(person, { scopes: ["read"] });
  const stream = await stopAfterAll(listenTo(product.anonymous, STREAM, { "x-api-key": key }));
  const at = Date.now();
  expect((await person.send("DELETE", `/api/v1/api-keys/${id}`)).status).toBe(200);
  await stream.ended;
  expect(Date.now() - at).toBeLessThan(AT_ONCE_MS);
});

test.each([
  [
    "one of the sessions",
    (here: ApiClient, there: string) => here.send("DELETE", `/api/v1/users/me/sessions/${there}`),
  ],
  ["all other sessions", (here: ApiClient) => here.send("DELETE", "/api/v1/users/me/sessions")],
])("the stream of another browser ends at once with %s", async (_which, end) => {
  const here = await product.signIn("auditor");
  const body = { email: here.email, password: PASSWORD };
  const { data: again } = await product.anonymous.send("POST", "/api/v1/auth/login", body);
  const there = createApiClient(product.config.publicUrl, again.tokens.access_token);
  const [mine, theirs] = [await subscribe(here), await subscribe(there)];
  const { data } = await there.get("/api/v1/auth/profile");
  const at = Date.now();
  expect((await end(here, data.session_id!)).status).toBe(200);
  await theirs.ended;
  expect(Date.now() - at).toBeLessThan(AT_ONCE_MS);
  expect(mine.received).toEqual([]);
});
