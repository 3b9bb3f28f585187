import { expect, test } from "@jest/globals";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD } from "./support/people.ts";
import { listenTo } from "./support/event-stream.ts";
import { REDIRECT_URI, VERIFIER, basic, codeFor, postForm, registerClient } from "./support/oauth.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const product = await startProductForFile();
/** Less than the time between two beats, at which a stream ends if nothing else happens. */
const AT_ONCE_MS = 5_000;

const subscribe = (client: ApiClient) => stopAfterAll(listenTo(client, "/api/v1/events/stream"));

test.each([
  [
    "its access is withdrawn",
    (user: ApiClient, _admin: ApiClient, id: string) =>
      user.send("DELETE", `/api/v1/users/me/consents/${id}`),
  ],
  [
    "it is deleted",
    (_user: ApiClient, admin: ApiClient, id: string) => admin.send("DELETE", `/api/v1/oauth-clients/${id}`),
  ],
])("the stream of an application ends at once when %s", async (_when, end) => {
  const [here, admin] = [await product.signIn("auditor"), await product.signIn("admin")];
  const client = await registerClient(admin, { scopes: ["read"] });
  const code = await codeFor(product, client.client_id, here.id, { scopes: ["read"] });
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  };
  const { body } = await postForm(
    product,
    "/oauth/token",
    fields,
    basic(client.client_id, client.client_secret),
  );
  const stream = await subscribe(createApiClient(product.config.publicUrl, body.access_token));
  const at = Date.now();
  expect((await end(here, admin, client.client_id)).status).toBe(200);
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
