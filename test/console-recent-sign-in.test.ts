import { describe, expect, test } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { cookieIn, createConsoleRequests } from "./support/console-requests.ts";
import { createPerson } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PROFILE = "/api/v1/auth/profile";

const product = await startProductForFile({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });
const { call, change, cookieOf, newProject, signIn } = createConsoleRequests(product);

const person = await createPerson(product.orm, "customer");

describe("changes that outlive the console's session", () => {
  const age = (cookie: string, minutes: number) =>
    change(cookie, { authenticatedAt: new Date(Date.now() - minutes * 60_000) });
  const newKey = (headers: Record<string, string>) =>
    call("/api/v1/api-keys", { method: "POST", body: { name: "Made here", scopes: ["read"] }, headers });
  const newUser = (cookie: string) =>
    call("/api/v1/users", {
      method: "POST",
      body: {
        email: `${newId()}@example.com`,
        name: "Somebody",
        role: "customer",
        password: "quite another long secret 4711",
      },
      headers: { cookie },
    });

  test("require a recent sign-in; everything else does not", async () => {
    const cookie = await cookieOf(person);
    expect((await newKey({ cookie })).status).toBe(201);
    await age(cookie, 11);
    const refused = await newKey({ cookie });
    const { error } = (await refused.json()) as { error: { code: string; details: object } };
    expect([refused.status, error.code, error.details]).toEqual([
      403,
      "FORBIDDEN",
      { reason: "sign_in_again" },
    ]);
    expect((await newProject(cookie)).status).toBe(201);
    expect((await newKey({ cookie: cookieIn(await signIn(person, { cookie })) })).status).toBe(201);
  });

  test("include the role and the standing of other people, but not one's own name", async () => {
    const admin = await createPerson(product.orm, "admin");
    const other = await createPerson(product.orm, "customer");
    const cookie = await cookieOf(admin);
    await age(cookie, 11);
    const put = async (id: string, body: object) => {
      const answer = await call(`/api/v1/users/${id}`, { method: "PUT", body, headers: { cookie } });
      const { error } = (await answer.json()) as { error?: { details: object } };
      return [answer.status, error?.details];
    };
    const refused = [403, { reason: "sign_in_again" }];
    expect(await put(other.id, { role: "auditor" })).toEqual(refused);
    expect(await put(other.id, { active: false })).toEqual(refused);
    expect(await put(admin.id, { name: "Another name" })).toEqual([200, undefined]);
  });

  test("include applications and identity providers, which can act for others, but not reading them", async () => {
    const cookie = await cookieOf(await createPerson(product.orm, "admin"));
    const statusOf = async (path: string, method = "GET", body?: object) =>
      (await call(path, { method, body, headers: { cookie } })).status;
    const [clients, providers] = ["/api/v1/oauth-clients", "/api/v1/identity-providers"];
    const client = { name: "App", type: "confidential", grants: ["client_credentials"], scopes: ["admin"] };
    const account = { client_id: "a", client_secret: "b" };
    const provider = { name: "Own", kind: "oidc", issuer: "https://id.example.com", ...account };
    expect(await statusOf(clients, "POST", client)).toBe(201);
    expect(await statusOf(providers, "POST", provider)).toBe(201);
    await age(cookie, 11);
    const [{ id }] = await product.orm.em.fork().execute<[{ id: string }]>("select id from oauth_clients");
    const [{ id: known }] = await product.orm.em
      .fork()
      .execute<[{ id: string }]>("select id from identity_providers");
    expect([await statusOf(clients), await statusOf(providers)]).toEqual([200, 200]);
    expect(await statusOf(clients, "POST", client)).toBe(403);
    expect(await statusOf(`${clients}/${id}/rotate-secret`, "POST")).toBe(403);
    expect(await statusOf(`${clients}/${id}`, "PUT", { scopes: ["read"] })).toBe(403);
    expect(await statusOf(providers, "POST", { ...provider, name: "Other" })).toBe(403);
    expect(await statusOf(`${providers}/${known}`, "PUT", { link_by_email: true })).toBe(403);
  });

  test("include webhooks and integrations, which send data elsewhere, but not removing them", async () => {
    const cookie = await cookieOf(await createPerson(product.orm, "admin"));
    const answerOf = async (path: string, method = "GET", body?: object) => {
      const answer = await call(`/api/v1/${path}`, { method, body, headers: { cookie } });
      return { status: answer.status, body: (await answer.json()) as { data: { id: string } } };
    };
    const statusOf = async (path: string, method?: string, body?: object): Promise<number> =>
      (await answerOf(path, method, body)).status;
    const hook = { url: "http://127.0.0.1:9999/in", events: ["*"] };
    const { status, body } = await answerOf("webhooks", "POST", hook);
    expect(status).toBe(201);
    const one = `webhooks/${body.data.id}`;
    const account = {
      client_id: "123456789.987654321",
      client_secret: "a client secret",
      signing_secret: "a signing secret",
      default_channel: "#compliance",
    };
    expect(await statusOf("integrations/slack", "PUT", account)).toBe(200);
    await age(cookie, 11);
    expect(await statusOf("webhooks", "POST", hook)).toBe(403);
    expect(await statusOf(one, "PUT", { url: "http://127.0.0.1:9999/elsewhere" })).toBe(403);
    expect(await statusOf(`${one}/rotate-secret`, "POST", {})).toBe(403);
    expect(await statusOf("integrations/slack", "PUT", { signing_secret: "another secret" })).toBe(403);
    expect(await statusOf("integrations/slack/install", "POST")).toBe(403);
    expect([await statusOf(one), await statusOf("integrations")]).toEqual([200, 200]);
    expect([await statusOf(one, "DELETE"), await statusOf("integrations/slack", "DELETE")]).toEqual([
      200, 200,
    ]);
  });

  test("are still offered after that, because signing in again is all they need", async () => {
    const cookie = await cookieOf(await createPerson(product.orm, "admin"));
    const offered = async (): Promise<string[]> =>
      ((await (await call(PROFILE, { headers: { cookie } })).json()) as { data: { permissions: string[] } })
        .data.permissions;
    const before = await offered();
    expect(before).toEqual(expect.arrayContaining(["api_key.create", "user.create", "invitation.create"]));
    await age(cookie, 11);
    expect(await offered()).toEqual(before);
  });

  test("do not require it for tokens, which no browser stores", async () => {
    const { token } = await product.signIn("customer");
    await product.orm.em
      .fork()
      .execute("update sessions set authenticated_at = authenticated_at - interval '1 hour'");
    expect((await newKey({ authorization: `Bearer ${token}` })).status).toBe(201);
  });

  test("include creating a user", async () => {
    const admin = await createPerson(product.orm, "admin");
    const cookie = await cookieOf(admin);
    expect((await newUser(cookie)).status).toBe(201);
    await age(cookie, 11);
    expect((await newUser(cookie)).status).toBe(403);
  });
});
