import { describe, expect, test } from "@jest/globals";
import { Session } from "../domain/identity/session.entity.ts";
import { cookieIn, createConsoleRequests } from "./support/console-requests.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SESSION = "/api/v1/auth/session";
const PROFILE = "/api/v1/auth/profile";

const product = await startProductForFile();
const requests = createConsoleRequests(product);
const { page, call, change, sessionIdIn, newProject } = requests;

const person = await createPerson(product.orm, "customer");

const signIn = (who: Person = person, headers?: Record<string, string>) => requests.signIn(who, headers);
const cookieOf = (who: Person = person): Promise<string> => requests.cookieOf(who);
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
    const { data } = await product.anonymous.get(`${SESSION}/identity-providers`);
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
