import { describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { startIdentityServer } from "./support/identity-server.ts";
import { PROVIDERS as PATH } from "./support/test-providers.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SECRET = "a very secret client secret";
const OIDC = {
  name: "Acme",
  kind: "oidc",
  issuer: "https://login.acme.example",
  client_id: "compliance",
  client_secret: SECRET,
};
const URLS = {
  authorization_url: "https://acme.example/authorize",
  token_url: "https://acme.example/token",
  userinfo_url: "https://acme.example/userinfo",
};
const OAUTH2 = { ...OIDC, kind: "oauth2", issuer: undefined, ...URLS };

const product = await startProductForFile();
const admin = await product.signIn("admin");
const server = await stopAfterAll(startIdentityServer());

const create = (body: object) => admin.send("POST", PATH, body);
const eventsOf = (subjectId: string) =>
  product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } });

describe("the registry of identity providers", () => {
  test("registers with safe defaults, returns the redirect URI, and never the secret", async () => {
    const { status, data } = await create(OIDC);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      kind: "oidc",
      issuer: OIDC.issuer,
      scopes: ["openid", "email", "profile"],
      enabled: true,
      link_by_email: false,
      assume_recent_sign_in: false,
      create_users: false,
      default_role: "customer",
      allowed_email_domains: [],
      redirect_uri: `${product.config.publicUrl}/auth/upstream/${data.id}/callback`,
    });
    const read = await admin.get(`${PATH}/${data.id}`);
    expect(read.data).toEqual(data);
    expect(JSON.stringify([data, read, (await admin.get(PATH)).body])).not.toContain(SECRET);
  });

  test("encrypts the secret, bound to its provider", async () => {
    const { data } = await create(OIDC);
    const sealed = async () => {
      const em = product.orm.em.fork();
      const sql = "select sealed_client_secret as sealed from identity_providers where id = ?";
      return (await em.execute<{ sealed: string }[]>(sql, [data.id]))[0]!.sealed;
    };
    const before = await sealed();
    expect(Buffer.from(before, "base64").toString("latin1")).not.toContain(SECRET);
    await admin.send("PUT", `${PATH}/${data.id}`, { client_secret: "another secret" });
    expect(await sealed()).not.toBe(before);
  });

  test("lists, changes and removes, each with an event and without the secret", async () => {
    const { id } = (await create({ ...OAUTH2, name: "Short lived" })).data;
    const listed = (await admin.get(`${PATH}?search=short`)).data;
    expect(listed.identity_providers.map((provider: { id: string }) => provider.id)).toEqual([id]);
    const change = { name: "Renamed", attributes: { subject: "id" }, client_secret: "another secret" };
    const changed = await admin.send("PUT", `${PATH}/${id}`, change);
    expect(changed.data).toMatchObject({
      name: "Renamed",
      attributes: { subject: "id", email: "email", email_verified: "email_verified", name: "name" },
      ...URLS,
    });
    const same = { name: "Renamed", attributes: change.attributes, token_url: URLS.token_url };
    for (const one of [{}, same])
      expect((await admin.send("PUT", `${PATH}/${id}`, one)).data).toEqual(changed.data);
    expect((await admin.send("DELETE", `${PATH}/${id}`)).status).toBe(200);
    expect((await admin.get(`${PATH}/${id}`)).status).toBe(404);
    const events = await eventsOf(id);
    expect(events.map(({ kind }) => kind.replace("identity_provider.", ""))).toEqual([
      "created",
      "updated",
      "deleted",
    ]);
    expect(events[1]!.data["changed"]).toEqual(["name", "attributes", "client_secret"]);
    expect(JSON.stringify(events)).not.toContain("another secret");
  });

  test.each([
    ["no issuer", { ...OIDC, issuer: undefined }, "issuer"],
    ["plain http elsewhere", { ...OIDC, issuer: "http://login.acme.example" }, "issuer"],
    ["a user name", { ...OIDC, issuer: "https://user@login.acme.example" }, "issuer"],
    ["a fragment", { ...OIDC, issuer: "https://login.acme.example/#x" }, "issuer"],
    ["a query", { ...OIDC, issuer: "https://login.acme.example/?x=1" }, "issuer"],
    [
      "the description's own address",
      { ...OIDC, issuer: "https://acme.example/.well-known/openid-configuration" },
      "issuer",
    ],
    ["no openid scope", { ...OIDC, scopes: ["email"] }, "scopes"],
    ["a scope of two words", { ...OIDC, scopes: ["openid email"] }, "scopes.0"],
    ["URLs in addition to an issuer", { ...OIDC, token_url: URLS.token_url }, "token_url"],
    ["an issuer of oauth2", { ...OAUTH2, issuer: OIDC.issuer }, "issuer"],
    ["no user information", { ...OAUTH2, userinfo_url: undefined }, "userinfo_url"],
    ["another scheme", { ...OAUTH2, token_url: "file:///etc/passwd" }, "token_url"],
    ["users from anywhere", { ...OIDC, create_users: true }, "allowed_email_domains"],
    [
      "a domain that is an address",
      { ...OIDC, allowed_email_domains: ["a@b.example"] },
      "allowed_email_domains.0",
    ],
    ["administrators made by signing in", { ...OIDC, default_role: "admin" }, "default_role"],
    ["another kind", { ...OIDC, kind: "saml" }, "kind"],
    ["no secret", { ...OIDC, client_secret: undefined }, "client_secret"],
    ["an unknown field", { ...OIDC, sealed_client_secret: "x" }, "sealed_client_secret"],
  ])("refuses %s", async (_name, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details["field"]).toBe(field);
  });

  test("refuses an inconsistent change, and leaves the provider unchanged", async () => {
    const { id } = (await create(OIDC)).data;
    expect((await admin.send("PUT", `${PATH}/${id}`, { create_users: true })).status).toBe(400);
    expect((await admin.send("PUT", `${PATH}/${id}`, { kind: "oauth2" })).status).toBe(400);
    expect((await admin.get(`${PATH}/${id}`)).data).toMatchObject({ kind: "oidc", create_users: false });
  });

  test.each(["customer", "auditor", "manager"] as const)("is closed to the role %s", async (role) => {
    const person = await product.signIn(role);
    const { id } = (await create(OIDC)).data;
    expect((await person.get(PATH)).status).toBe(403);
    expect((await person.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await person.send("POST", PATH, OIDC)).status).toBe(403);
    expect((await person.send("POST", `${PATH}/${id}/test`)).status).toBe(404);
    expect((await person.get(`/api/v1/users/${person.id}/upstream-accounts`)).status).toBe(404);
  });

  test("is closed to API keys with any scopes, which could otherwise extend their rights", async () => {
    const headers = await keyHeaders(admin, { scopes: ["read", "admin"] });
    expect((await product.anonymous.send("POST", PATH, OIDC, headers)).status).toBe(403);
  });
});

describe("the test of a provider", () => {
  const check = async (body: object) => {
    const { id } = (await create({ ...OIDC, ...body })).data;
    return (await admin.send("POST", `${PATH}/${id}/test`)).data;
  };

  test("finds a reachable one", async () => {
    expect(await check({ issuer: server.url })).toEqual({ ok: true, problem: null });
    const { url } = server;
    const urls = {
      authorization_url: `${url}/authorize`,
      token_url: `${url}/token`,
      userinfo_url: `${url}/userinfo`,
    };
    expect(await check({ ...OAUTH2, ...urls })).toEqual({ ok: true, problem: null });
  });

  test.each([
    ["no server answers", "http://127.0.0.1:1025", "127.0.0.1:1025 cannot be reached"],
    ["the address is in a private network", "https://10.1.2.3", "10.1.2.3 is not on the public internet"],
  ])("reports that %s", async (_name, issuer, problem) => {
    expect(await check({ issuer })).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  test("reports a description of another issuer", async () => {
    const { ok, problem } = await check({ issuer: `${server.url.replace("127.0.0.1", "localhost")}` });
    expect(ok).toBe(false);
    expect(problem).toContain("issuer");
  });
});

describe("a user's upstream accounts", () => {
  test("are not found for an unknown user", async () => {
    const { id } = await product.signIn("customer");
    expect((await admin.get(`/api/v1/users/${id}/upstream-accounts`)).data).toMatchObject({
      upstream_accounts: [],
      pagination: { total: 0 },
    });
    expect((await admin.get(`/api/v1/users/${OIDC.name}/upstream-accounts`)).status).toBe(404);
    const unknown = "01a1fdb9-0000-7000-8000-000000000000";
    expect((await admin.get(`/api/v1/users/${unknown}/upstream-accounts`)).status).toBe(404);
    expect((await admin.send("DELETE", `/api/v1/users/${id}/upstream-accounts/${unknown}`)).status).toBe(404);
  });
});
