import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Request } from "express";
import { createConsoleCookies } from "../api/identity/console-cookie.ts";
import { Session } from "../domain/identity/session.entity.ts";
import { newId } from "../platform/ids.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SESSION = "/api/v1/auth/session";
const PROFILE = "/api/v1/auth/profile";

const product = await startProductForFile();
let person: Person;
let page: Record<string, string>;

beforeAll(async () => {
  person = await createPerson(product.orm, "customer");
  page = { "x-console": "1", origin: product.config.publicUrl, "sec-fetch-site": "same-origin" };
});

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request as the console sends it, except for what the test changes. */
const call = (path: string, { method = "GET", body, headers = {} }: Call = {}) =>
  product.anonymous.fetch(path, {
    method,
    headers: { ...page, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const signIn = (who: Person = person, headers: Record<string, string> = {}) =>
  call(SESSION, { method: "POST", body: { email: who.email, password: PASSWORD }, headers });

const cookieIn = (answer: Response): string => answer.headers.getSetCookie()[0]!.split(";")[0]!;
const cookieOf = async (who?: Person): Promise<string> => cookieIn(await signIn(who));
const sessionIdIn = (cookie: string): string => {
  const { encryptionKey, issuer } = product.config;
  const request = { get: () => cookie } as unknown as Request;
  return createConsoleCookies(encryptionKey, issuer).read(request, new Date())!.sessionId;
};
const change = (cookie: string, to: Partial<Session>) =>
  product.orm.em.fork().nativeUpdate(Session, { id: sessionIdIn(cookie) }, to);
const newProject = (cookie: string, headers: Record<string, string> = {}) =>
  call("/api/v1/projects", {
    method: "POST",
    body: { name: "By the console", framework: "soc2" },
    headers: { cookie, ...headers },
  });
const messageOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: { message: string } }).error.message;

describe("signing in to the console", () => {
  test("sets a cookie that scripts cannot read and other sites do not send, without tokens", async () => {
    const answer = await signIn();
    expect(answer.status).toBe(200);
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^console=/);
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"])
      expect(cookie).toContain(part);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ data: { user: { id: person.id, role: "customer" } } });
    expect(text).not.toMatch(/token|eyJ/);
  });

  test.each([
    ["without our header", { "x-console": "" }],
    ["from another origin", { origin: "https://evil.example.com" }],
    ["from another port of this machine", { origin: "http://127.0.0.1:9" }],
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from the same site, but another origin", { "sec-fetch-site": "same-site" }],
    ["from the address bar", { "sec-fetch-site": "none" }],
  ])("%s is refused", async (_name, headers) => {
    const sent = Object.fromEntries(
      Object.entries({ ...page, ...headers }).filter(([, value]) => value !== ""),
    );
    const answer = await product.anonymous.fetch(SESSION, {
      method: "POST",
      headers: { ...sent, "content-type": "application/json" },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  test("works under every name of this machine", async () => {
    const { port } = new URL(product.config.publicUrl);
    expect((await signIn(person, { origin: `http://localhost:${port}` })).status).toBe(200);
  });

  test("refuses a wrong password and an unknown address alike, without a cookie", async () => {
    const wrong = await call(SESSION, { method: "POST", body: { email: person.email, password: "wrong" } });
    const unknown = await call(SESSION, {
      method: "POST",
      body: { email: "no@example.com", password: "wrong" },
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect([...wrong.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
    expect(await messageOf(wrong)).toBe(await messageOf(unknown));
  });

  test("again ends the previous session of this browser", async () => {
    const first = await cookieOf();
    const second = cookieIn(await signIn(person, { cookie: first }));
    expect((await call(PROFILE, { headers: { cookie: first } })).status).toBe(401);
    expect((await call(PROFILE, { headers: { cookie: second } })).status).toBe(200);
  });

  test("continues after a sign-in at a provider only if it has just happened there", async () => {
    const answer = await call(`${SESSION}/continue`, { method: "POST" });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    const foreign = { origin: "https://evil.example.com" };
    expect((await call(`${SESSION}/continue`, { method: "POST", headers: foreign })).status).toBe(403);
  });

  test("offers the existing identity providers", async () => {
    const { data } = await product.anonymous.get(`${SESSION}/ways`);
    expect(data).toEqual({ providers: [] });
  });
});

describe("the console's cookie", () => {
  test("has the user's read and write permissions", async () => {
    const cookie = await cookieOf();
    expect((await call(PROFILE, { headers: { cookie } })).status).toBe(200);
    expect((await newProject(cookie)).status).toBe(201);
    expect((await call("/api/v1/oauth-clients", { headers: { cookie } })).status).toBe(403);
  });

  test.each([
    ["without our header", { "x-console": "" }],
    ["without an origin", { origin: "" }],
    ["from another origin", { origin: "https://evil.example.com" }],
    ["from the same site, but another origin", { "sec-fetch-site": "same-site" }],
  ])("changes nothing %s", async (_name, headers) => {
    const sent = { ...page, cookie: await cookieOf(), "content-type": "application/json", ...headers };
    const answer = await product.anonymous.fetch("/api/v1/projects", {
      method: "POST",
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== "")),
      body: JSON.stringify({ name: "Forged", framework: "soc2" }),
    });
    expect(answer.status).toBe(403);
    const listed = await call("/api/v1/projects?search=Forged", { headers: { cookie: sent.cookie } });
    expect(await listed.json()).toMatchObject({ data: { projects: [] } });
  });

  test("is refused for another site's page, and works for a typed link", async () => {
    const cookie = await cookieOf();
    const callFrom = (site: string) => call(PROFILE, { headers: { cookie, "sec-fetch-site": site } });
    expect((await callFrom("cross-site")).status).toBe(403);
    expect((await callFrom("same-site")).status).toBe(403);
    expect((await callFrom("none")).status).toBe(200);
  });

  test("is invalid if changed or forged", async () => {
    const cookie = await cookieOf();
    const [, value = ""] = cookie.split("=");
    const changed = Buffer.from(value, "base64url");
    changed[changed.length - 1]! ^= 1;
    for (const made of [changed.toString("base64url"), value.slice(0, -4), "", "x"])
      expect((await call(PROFILE, { headers: { cookie: `console=${made}` } })).status).toBe(401);
  });

  test("ranks below the credential in a header", async () => {
    const cookie = await cookieOf();
    const admin = await product.signIn("admin");
    const both = await call(PROFILE, { headers: { cookie, authorization: `Bearer ${admin.token}` } });
    expect(((await both.json()) as { data: { id: string } }).data.id).toBe(admin.id);
    const wrong = await call(PROFILE, { headers: { cookie, authorization: "Bearer made-up" } });
    expect(wrong.status).toBe(401);
  });

  test("is an ordinary session: it contains no token, and cannot be refreshed", async () => {
    const cookie = await cookieOf();
    const em = product.orm.em.fork();
    const session = await em.findOneOrFail(Session, { id: sessionIdIn(cookie) });
    expect(session.expiresAt.getTime() - session.createdAt.getTime()).toBe(12 * 3_600_000);
    const tokens = await em.execute("select 1 from refresh_tokens where session_id = ?", [session.id]);
    expect(tokens).toEqual([]);
    const bearer = await call(PROFILE, { headers: { authorization: `Bearer ${cookie.split("=")[1]}` } });
    expect(bearer.status).toBe(401);
  });
});

describe("changes that outlive the console's session", () => {
  const age = (cookie: string, minutes: number) =>
    change(cookie, { createdAt: new Date(Date.now() - minutes * 60_000) });
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
    const cookie = await cookieOf();
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
    await product.orm.em.fork().execute("update sessions set created_at = created_at - interval '1 hour'");
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

describe("the console's session ends everywhere at once", () => {
  const isOver = async (cookie: string): Promise<boolean> =>
    (await call(PROFILE, { headers: { cookie } })).status === 401;

  test("on signing out, which clears the cookie", async () => {
    const cookie = await cookieOf();
    const answer = await call(SESSION, { method: "DELETE", headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^console=;.*Expires=Thu, 01 Jan 1970/);
    expect(await isOver(cookie)).toBe(true);
  });

  test("but not through another site", async () => {
    const cookie = await cookieOf();
    const headers = { cookie, origin: "https://evil.example.com" };
    expect((await call(SESSION, { method: "DELETE", headers })).status).toBe(403);
    expect(await isOver(cookie)).toBe(false);
  });

  test("after its twelve hours", async () => {
    const cookie = await cookieOf();
    await change(cookie, { expiresAt: new Date(Date.now() - 1_000) });
    expect(await isOver(cookie)).toBe(true);
  });

  test("when the password changes elsewhere, or the user is deactivated", async () => {
    const admin = await product.signIn("admin");
    const changing = await createPerson(product.orm, "customer");
    const cookie = await cookieOf(changing);
    const { data } = await product.anonymous.send("POST", "/api/v1/auth/login", {
      email: changing.email,
      password: PASSWORD,
    });
    const change = { current_password: PASSWORD, new_password: "quite another long secret 4711" };
    const authorization = `Bearer ${data.tokens.access_token}`;
    const changed = await call("/api/v1/auth/password", {
      method: "POST",
      body: change,
      headers: { authorization },
    });
    expect(changed.status).toBe(200);
    expect(await isOver(cookie)).toBe(true);
    const leaving = await createPerson(product.orm, "customer");
    const hers = await cookieOf(leaving);
    expect((await admin.send("DELETE", `/api/v1/users/${leaving.id}`)).status).toBe(200);
    expect(await isOver(hers)).toBe(true);
  });
});
