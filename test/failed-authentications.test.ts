import { expect, test } from "@jest/globals";
import { AuditIntake } from "../domain/audit-log/audit-intake.entity.ts";
import { SECRET_LENGTH, formatKey } from "../domain/api-keys/api-key.rules.ts";
import { newId } from "../platform/ids.ts";
import { createKey } from "./support/api-keys.ts";
import { basic, type RegisteredClient } from "./support/oauth.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const product = await startProductForFile();
const admin = await product.signIn("admin");

/** Entries waiting to be chained; they stay, because no worker runs. */
const noted = () =>
  product.orm.em.fork().find(AuditIntake, { action: "auth.credential_refused" }, { orderBy: { id: "asc" } });

/** The entries that an action causes, once there is at least one. */
async function entriesOf(work: () => Promise<unknown>): Promise<AuditIntake[]> {
  const before = new Set((await noted()).map(({ id }) => id));
  await work();
  const added = async () => (await noted()).filter(({ id }) => !before.has(id));
  return waitFor(added, (entries) => entries.length > 0);
}

const get = (headers: Record<string, string>) => product.anonymous.get("/api/v1/users/me", headers);

const makeKey = (owner: SignedIn) => createKey(owner, { scopes: ["read"] });

test("a wrong access token is recorded without the token", async () => {
  const [entry] = await entriesOf(() => get({ authorization: "Bearer made-up.by.somebody" }));
  expect(entry).toMatchObject({
    actorId: null,
    subjectKind: "session",
    subjectId: null,
    address: expect.stringContaining("127.0.0.1"),
    requestId: expect.any(String),
    data: { credential: "access_token", reason: "The access token is not valid or has expired" },
  });
  expect(JSON.stringify(entry)).not.toContain("made-up");
});

test("a hundred repetitions are recorded once", async () => {
  const again = async () => {
    for (let i = 0; i < 100; i++) await get({ authorization: "Bearer another.scheme" });
  };
  const before = (await noted()).length;
  await again();
  expect((await noted()).length - before).toBeLessThanOrEqual(1);
});

test("a token of an ended session names its owner", async () => {
  const gone = await product.signIn("auditor");
  await gone.send("POST", "/api/v1/auth/logout");
  const [entry] = await entriesOf(() => gone.get("/api/v1/users/me"));
  expect(entry).toMatchObject({
    actorId: gone.id,
    actorRole: "auditor",
    credential: entry!.subjectId,
    subjectKind: "session",
  });
});

test("a wrong secret of a key names the key and no actor", async () => {
  const { id } = await makeKey(admin);
  const guessed = formatKey("Custom", id, "0".repeat(SECRET_LENGTH));
  const [entry] = await entriesOf(() => get({ "x-api-key": guessed }));
  expect(entry).toMatchObject({
    actorId: null,
    subjectKind: "api_key",
    subjectId: id,
    data: { credential: "api_key" },
  });
});

test("a revoked key names its owner", async () => {
  const { id, api_key: key } = await makeKey(admin);
  await admin.send("DELETE", `/api/v1/api-keys/${id}`);
  const [entry] = await entriesOf(() => get({ "x-api-key": key }));
  expect(entry).toMatchObject({
    actorId: admin.id,
    credential: id,
    subjectId: id,
    data: { reason: "The API key was revoked" },
  });
  expect(JSON.stringify(entry)).not.toContain(key);
});

test("a wrong secret of a client, and an invalid code, name the client", async () => {
  const registered = await admin.send("POST", "/api/v1/oauth-clients", {
    name: "C",
    type: "confidential",
    grants: ["client_credentials", "refresh_token", "authorization_code"],
    redirect_uris: ["https://client.example.com/back"],
    scopes: ["read"],
  });
  const { client_id: id, client_secret: secret } = registered.data as RegisteredClient;
  const ask = (shown: string, body: Record<string, string>) => () =>
    product.anonymous.fetch("/oauth/token", {
      method: "POST",
      headers: basic(id, shown),
      body: new URLSearchParams(body),
    });
  const [wrong] = await entriesOf(ask("guessed", { grant_type: "client_credentials" }));
  expect(wrong).toMatchObject({
    actorId: null,
    subjectKind: "oauth_client",
    subjectId: id,
    data: { credential: "client_secret" },
  });
  expect(JSON.stringify(wrong)).not.toContain("guessed");
  const [token] = await entriesOf(ask(secret, { grant_type: "refresh_token", refresh_token: "none" }));
  expect(token).toMatchObject({ subjectId: id, data: { credential: "code_or_refresh_token" } });
  const unknown = { grant_type: "client_credentials", client_id: newId(), client_secret: "x" };
  const [nobody] = await entriesOf(() =>
    product.anonymous.fetch("/oauth/token", { method: "POST", body: new URLSearchParams(unknown) }),
  );
  expect(nobody).toMatchObject({ subjectKind: "oauth_client", subjectId: null });
});

test("a wrong refresh token is recorded", async () => {
  const refresh = { refresh_token: newId() };
  const [entry] = await entriesOf(() => product.anonymous.send("POST", "/api/v1/auth/refresh", refresh));
  expect(entry).toMatchObject({ subjectId: null, data: { credential: "refresh_token" } });
  expect(JSON.stringify(entry)).not.toContain(refresh.refresh_token);
});

test("no credential, and a valid one, leaves no entry", async () => {
  const before = (await noted()).length;
  await get({});
  await admin.get("/api/v1/users/me");
  const { api_key: key } = await makeKey(admin);
  await get({ "x-api-key": key });
  expect(await noted()).toHaveLength(before);
});
