import { describe, expect, test } from "@jest/globals";
import { TOTP, URI } from "otpauth";
import { Event } from "../domain/events/event.entity.ts";
import { RecoveryCode, TotpFactor } from "../domain/identity/second-factor.entity.ts";
import { createBrowser, type Browser, type Page } from "./support/browser.ts";
import { CHALLENGE, REDIRECT_URI, registerClient } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/auth/totp";

const product = await startProductForFile();

interface Enrolled extends SignedIn {
  secret: string;
  recoveryCodes: string[];
}

/** The code that the app shows now. */
const codeOf = (secret: string): string => new TOTP({ secret }).generate();
/** Six digits that the app does not show at any time near now. */
function wrongCode(secret: string): string {
  const totp = new TOTP({ secret });
  const near = [-2, -1, 0, 1, 2].map((steps) => totp.generate({ timestamp: Date.now() + steps * 30_000 }));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code))!;
}

async function enrol(): Promise<Enrolled> {
  const person = await product.signIn("customer");
  const { data } = await person.send("POST", PATH, { password: PASSWORD });
  const secret = data.secret;
  const confirmed = await person.send("POST", `${PATH}/confirm`, { code: codeOf(secret) });
  await forgetSteps(person);
  return { ...person, secret, recoveryCodes: confirmed.data.recovery_codes };
}
/** Simulates the passage of time: the next code counts again. */
const forgetSteps = ({ id }: { id: string }) =>
  product.orm.em.fork().nativeUpdate(TotpFactor, { user: id }, { lastStep: 0 });

const logIn = (email: string, otp?: string, password = PASSWORD) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email, password, ...(otp && { otp }) });
const factorOf = ({ id }: { id: string }) => product.orm.em.fork().findOneOrFail(TotpFactor, { user: id });
const eventsOf = async ({ id }: { id: string }) =>
  (await product.orm.em.fork().find(Event, { subjectId: id }, { orderBy: { id: "asc" } })).map(
    ({ kind, data }) => ({ kind, data }),
  );
const userOf = ({ id, email }: { id: string; email: string }) => ({ id, email });

describe("enrolling an authenticator app", () => {
  test("requires the password and a first code, and returns ten recovery codes", async () => {
    const person = await product.signIn("customer");
    const refused = await person.send("POST", PATH, { password: "not my password" });
    expect([refused.status, refused.body.error.details["field"]]).toEqual([400, "password"]);
    const { status, data, headers } = await person.send("POST", PATH, { password: PASSWORD });
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    const uri = URI.parse(data.otpauth_uri);
    expect([uri.secret.base32, uri.label, uri.issuer]).toEqual([data.secret, person.email, "Compliance"]);
    expect((await logIn(person.email)).status).toBe(200);
    const wrong = await person.send("POST", `${PATH}/confirm`, { code: wrongCode(data.secret) });
    expect([wrong.status, wrong.body.error.details["field"]]).toEqual([400, "code"]);
    const confirmed = await person.send("POST", `${PATH}/confirm`, { code: codeOf(data.secret) });
    const codes = confirmed.data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/);
    const state = (await person.get(PATH)).data;
    expect(state).toEqual({ enabled: true, enabled_at: expect.any(String), recovery_codes_left: 10 });
    expect(await eventsOf(person)).toEqual([{ kind: "user.totp_enabled", data: { user: userOf(person) } }]);
  });

  test("stores neither the secret nor the recovery codes in plain text", async () => {
    const person = await enrol();
    const codes = await product.orm.em.fork().find(RecoveryCode, { user: person.id });
    const stored = JSON.stringify([codes, (await factorOf(person)).sealedSecret, await eventsOf(person)]);
    for (const secret of [person.secret, ...person.recoveryCodes, ...person.recoveryCodes.map(bare)])
      expect(stored).not.toContain(secret);
  });

  test("is refused while one is active, and cannot be confirmed without a start", async () => {
    expect((await (await enrol()).send("POST", PATH, { password: PASSWORD })).status).toBe(409);
    const other = await product.signIn("customer");
    expect((await other.send("POST", `${PATH}/confirm`, { code: "000000" })).status).toBe(409);
  });
});

const bare = (code: string): string => code.replaceAll("-", "");

describe("signing in with a second factor", () => {
  test("asks for it only after the right password", async () => {
    const person = await enrol();
    const challenge = await logIn(person.email);
    expect([challenge.status, challenge.body.error.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(challenge.body.error.details).toMatchObject({ field: "otp" });
    const plain = await product.signIn("customer");
    for (const otp of [undefined, codeOf(person.secret), person.recoveryCodes[0]]) {
      const wrong = await logIn(person.email, otp, "not my password");
      expect(wrong.body.error).toEqual((await logIn(plain.email, otp, "not my password")).body.error);
    }
    expect((await logIn(person.email, codeOf(person.secret))).data.user.id).toBe(person.id);
  });

  test("accepts a code once, even in ten simultaneous requests", async () => {
    const person = await enrol();
    const code = codeOf(person.secret);
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(person.email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(person.email, code)).body.error.details).toMatchObject({ field: "otp" });
  });

  test("accepts a recovery code once, however it is typed, even in ten simultaneous requests", async () => {
    const person = await enrol();
    const [first, second] = person.recoveryCodes as [string, string];
    expect((await logIn(person.email, bare(first).toLowerCase())).status).toBe(200);
    expect((await logIn(person.email, first)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(person.email, second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await person.get(PATH)).data.recovery_codes_left).toBe(8);
    expect((await eventsOf(person)).slice(1)).toEqual([
      { kind: "user.recovery_code_used", data: { user: userOf(person), left: 9 } },
      { kind: "user.recovery_code_used", data: { user: userOf(person), left: 8 } },
    ]);
  });

  test("refuses codes for a while after five wrong ones, but accepts recovery codes", async () => {
    const person = await enrol();
    for (let i = 0; i < 5; i++)
      expect((await logIn(person.email, wrongCode(person.secret))).status).toBe(401);
    const waiting = await logIn(person.email, codeOf(person.secret));
    expect(waiting.body.error.details).toMatchObject({ field: "otp", error: /too many/ });
    expect(waiting.body.error.details["retry_after"]).toEqual(expect.any(Number));
    expect((await logIn(person.email, person.recoveryCodes[0])).status).toBe(200);
    const failedAt = new Date(Date.now() - 31_000);
    await product.orm.em.fork().nativeUpdate(TotpFactor, { user: person.id }, { failedAt });
    expect((await logIn(person.email, codeOf(person.secret))).status).toBe(200);
    expect((await factorOf(person)).failures).toBe(0);
  });
});

describe("changing it", () => {
  test("turning it off requires password and code, and counts wrong codes", async () => {
    const person = await enrol();
    const remove = (password: string, code: string) => person.send("DELETE", PATH, { password, code });
    expect((await remove("not my password", codeOf(person.secret))).body.error.details["field"]).toBe(
      "password",
    );
    expect((await remove(PASSWORD, wrongCode(person.secret))).body.error.details["field"]).toBe("code");
    expect((await factorOf(person)).failures).toBe(1);
    expect((await remove(PASSWORD, codeOf(person.secret))).status).toBe(200);
    expect((await remove(PASSWORD, codeOf(person.secret))).status).toBe(409);
    expect((await logIn(person.email)).status).toBe(200);
    expect((await eventsOf(person)).at(-1)).toEqual({
      kind: "user.totp_disabled",
      data: { user: userOf(person), by: "user" },
    });
  });

  test("issues new recovery codes, which replace the old ones", async () => {
    const person = await enrol();
    const proof = { password: PASSWORD, code: codeOf(person.secret) };
    const { data } = await person.send("POST", `${PATH}/recovery-codes`, proof);
    expect((await logIn(person.email, person.recoveryCodes[0])).status).toBe(401);
    expect((await logIn(person.email, data.recovery_codes[0])).status).toBe(200);
    expect((await eventsOf(person))[1]!.kind).toBe("user.recovery_codes_replaced");
  });

  test("is possible for admins, but only for other users", async () => {
    const admin = await product.signIn("admin");
    const person = await enrol();
    expect((await admin.send("DELETE", `/api/v1/users/${person.id}/totp`)).status).toBe(200);
    expect((await logIn(person.email)).status).toBe(200);
    expect((await eventsOf(person)).at(-1)!.data).toEqual({ user: userOf(person), by: "admin" });
    expect((await admin.send("DELETE", `/api/v1/users/${admin.id}/totp`)).status).toBe(403);
    expect((await person.send("DELETE", `/api/v1/users/${admin.id}/totp`)).status).toBe(404);
    expect((await admin.send("DELETE", "/api/v1/users/not-an-id/totp")).status).toBe(404);
  });
});

describe("the pages", () => {
  async function authorizeUrl(): Promise<string> {
    const { client_id: clientId } = await registerClient(await product.signIn("admin"));
    const query = { response_type: "code", client_id: clientId, redirect_uri: REDIRECT_URI, scope: "read" };
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: "S256" };
    return `${product.config.publicUrl}/oauth/authorize?${new URLSearchParams({ ...query, ...pkce }).toString()}`;
  }
  const signIn = async (browser: Browser, url: string, { email }: SignedIn): Promise<Page> =>
    browser.press(await browser.open(url), { action: "sign-in", email, password: PASSWORD });

  test("ask for the code on a second page, and sign in only after it", async () => {
    const person = await enrol();
    const browser = createBrowser();
    const url = await authorizeUrl();
    const second = await signIn(browser, url, person);
    expect(second.html).toContain('name="otp"');
    expect((await browser.press(second, { action: "allow" })).html).toContain('name="otp"');
    expect((await browser.open(url)).html).toContain('name="otp"');
    const again = await browser.press(second, { action: "code", otp: wrongCode(person.secret) });
    expect([again.status, /role="alert"/.test(again.html)]).toEqual([400, true]);
    expect((await factorOf(person)).failures).toBe(1);
    const consent = await browser.press(again, { action: "code", otp: codeOf(person.secret) });
    expect(consent.html).toContain(person.email);
    expect((await browser.press(consent, { action: "allow" })).location).toMatch(/[?&]code=/);
  });

  test("forget the password if the user chooses another account", async () => {
    const browser = createBrowser();
    const second = await signIn(browser, await authorizeUrl(), await enrol());
    expect((await browser.press(second, { action: "switch" })).html).toContain('name="password"');
  });

  test("ask for it for a device as well", async () => {
    const person = await enrol();
    const browser = createBrowser();
    const second = await signIn(browser, `${product.config.publicUrl}/device`, person);
    const done = await browser.press(second, { action: "code", otp: person.recoveryCodes[0]! });
    expect(done.html).toContain('name="user_code"');
  });
});
