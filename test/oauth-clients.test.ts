import { describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { isRegisteredRedirectUri } from "../domain/identity/oauth-client.rules.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/oauth-clients";
const WEB = {
  name: "Reporting",
  type: "confidential",
  redirect_uris: ["https://app.example.com/callback"],
  grants: ["authorization_code", "refresh_token"],
  scopes: ["read", "write"],
};

const product = await startProductForFile();
const admin = await product.signIn("admin");

const create = (change: object = {}) => admin.send("POST", PATH, { ...WEB, ...change });

describe("the client registry", () => {
  test("returns the secret once and stores only its hash", async () => {
    const { status, data } = await create();
    expect(status).toBe(201);
    expect(data).toMatchObject({ ...WEB, require_pkce: false, owner_id: admin.id });
    expect(data.client_secret).toHaveLength(43);
    const read = (await admin.get(`${PATH}/${data.client_id}`)).data;
    const { client_secret: _, ...rest } = data;
    expect(read).toEqual(rest);
    const [row] = await product.orm.em
      .fork()
      .execute<{ secret_hash: string }[]>("select secret_hash from oauth_clients where id = ?", [
        data.client_id,
      ]);
    expect(row!.secret_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("gives a public client no secret", async () => {
    const { data } = await create({ type: "public" });
    expect(data).not.toHaveProperty("client_secret");
    expect(data.require_pkce).toBe(true);
    const rotated = await admin.send("POST", `${PATH}/${data.client_id}/rotate-secret`);
    expect(rotated.status).toBe(409);
  });

  test("lists, changes, rotates and removes", async () => {
    const { client_id: id, client_secret: secret } = (await create({ name: "Short lived" })).data;
    const listed = (await admin.get(`${PATH}?search=short`)).data;
    expect(listed.oauth_clients.map((c: { client_id: string }) => c.client_id)).toEqual([id]);
    const changed = await admin.send("PUT", `${PATH}/${id}`, { name: "Renamed", scopes: ["read"] });
    expect(changed.data).toMatchObject({ name: "Renamed", scopes: ["read"], grants: WEB.grants });
    const rotated = (await admin.send("POST", `${PATH}/${id}/rotate-secret`)).data;
    expect(rotated.client_secret).not.toBe(secret);
    expect((await admin.send("DELETE", `${PATH}/${id}`)).body).toMatchObject({ success: true });
    expect((await admin.get(`${PATH}/${id}`)).status).toBe(404);
  });

  test.each([
    ["plain http elsewhere", { redirect_uris: ["http://app.example.com/cb"] }, "redirect_uris.0"],
    ["a fragment", { redirect_uris: ["https://app.example.com/cb#x"] }, "redirect_uris.0"],
    ["a user name", { redirect_uris: ["https://user@app.example.com/cb"] }, "redirect_uris.0"],
    ["a wildcard", { redirect_uris: ["https://*.example.com/cb"] }, "redirect_uris.0"],
    ["another scheme", { redirect_uris: ["javascript:alert(1)"] }, "redirect_uris.0"],
    ["no redirect URI for a code", { redirect_uris: [] }, "redirect_uris"],
    ["a public client acting for itself", { type: "public", grants: ["client_credentials"] }, "grants"],
    ["a public client without PKCE", { type: "public", require_pkce: false }, "require_pkce"],
    ["the password grant", { grants: ["password"] }, "grants.0"],
    ["an unknown scope", { scopes: ["everything"] }, "scopes.0"],
    ["an unknown owner", { owner_id: "01a1fdb9-0000-7000-8000-000000000000" }, "owner_id"],
    ["an unknown field", { secret: "mine" }, "secret"],
  ])("refuses %s", async (_name, change, field) => {
    const { status, body } = await create(change);
    expect(status).toBe(400);
    expect(body.error.details["field"]).toBe(field);
  });

  test.each(["customer", "auditor", "manager"] as const)("is closed to the role %s", async (role) => {
    const person = await product.signIn(role);
    const { client_id: id } = (await create()).data;
    expect((await person.get(PATH)).status).toBe(403);
    expect((await person.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await person.send("POST", PATH, WEB)).status).toBe(403);
    expect((await person.send("POST", `${PATH}/${id}/rotate-secret`)).status).toBe(404);
  });
});

describe("RFC 9700 2.1, RFC 8252 7.3: redirect URIs", () => {
  const matches = (uri: string, known: string, type: "public" | "confidential" = "public") =>
    isRegisteredRedirectUri({ type, redirectUris: [known] }, uri);

  test.each([
    ["https://a.example/cb", "https://a.example/cb", true],
    ["https://a.example/cb/", "https://a.example/cb", false],
    ["https://a.example/cb?x=1", "https://a.example/cb", false],
    ["https://A.example/cb", "https://a.example/cb", false],
    ["https://a.example:8443/cb", "https://a.example/cb", false],
    ["http://127.0.0.1:51004/cb", "http://127.0.0.1/cb", true],
    ["http://[::1]:51004/cb", "http://[::1]/cb", true],
    ["http://127.0.0.1:51004/other", "http://127.0.0.1/cb", false],
    ["http://127.0.0.1:51004/cb", "http://127.0.0.1:9/cb", false],
    ["http://localhost:51004/cb", "http://localhost/cb", false],
    ["http://127.0.0.1:1@evil.example/cb", "http://127.0.0.1/cb", false],
  ])("%s against the registered %s: %s", (uri, known, expected) => {
    expect(matches(uri, known)).toBe(expected);
  });

  test("a confidential client's loopback port is fixed", () => {
    expect(matches("http://127.0.0.1:51004/cb", "http://127.0.0.1/cb", "confidential")).toBe(false);
  });
});

test("each change of the registry is recorded once, without the secret", async () => {
  const { client_id: id } = (await create()).data;
  const change = { name: "Renamed", scopes: ["read"], require_pkce: true, owner_id: admin.id };
  await admin.send("PUT", `${PATH}/${id}`, change);
  const { data } = await admin.get(`${PATH}/${id}`);
  for (const same of [{}, change, { ...change, grants: WEB.grants }])
    expect((await admin.send("PUT", `${PATH}/${id}`, same)).data).toEqual(data);
  await admin.send("POST", `${PATH}/${id}/rotate-secret`);
  await admin.send("DELETE", `${PATH}/${id}`);
  const events = await product.orm.em.fork().find(Event, { subjectId: id }, { orderBy: { id: "asc" } });
  const client = { id, name: "Renamed", type: "confidential", owner_id: admin.id };
  expect(events.map(({ kind, actorId, data }) => ({ kind, actorId, data }))).toEqual([
    {
      kind: "oauth_client.created",
      actorId: admin.id,
      data: { oauth_client: { ...client, name: WEB.name } },
    },
    {
      kind: "oauth_client.updated",
      actorId: admin.id,
      data: { oauth_client: client, changed: ["name", "require_pkce", "scopes"] },
    },
    { kind: "oauth_client.secret_rotated", actorId: admin.id, data: { oauth_client: client } },
    { kind: "oauth_client.deleted", actorId: admin.id, data: { oauth_client: client } },
  ]);
});
