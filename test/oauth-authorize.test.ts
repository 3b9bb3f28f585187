import { describe, expect, test } from "@jest/globals";
import { AuthorizationCode } from "../domain/identity/authorization-code.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { createBrowser, type Browser, type Page } from "./support/browser.ts";
import { postForm, CHALLENGE, REDIRECT_URI, registerClient, setUpOauth } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";

const WITH_QUERY = "https://app.example.com/callback?tenant=a%20b";

const stage = await setUpOauth();

const client = await registerClient(stage.admin, {
  name: `<b>"Reports" & more</b>`,
  redirect_uris: [REDIRECT_URI, WITH_QUERY],
});

type Change = Record<string, string | undefined>;

function address(change: Change = {}): string {
  const query = {
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    scope: "read",
    state: "a state/+&",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...change,
  };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${stage.product.config.publicUrl}/oauth/authorize?${new URLSearchParams(given).toString()}`;
}

const signIn = (browser: Browser, page: Page, email = stage.customer.email, password = PASSWORD) =>
  browser.press(page, { action: "sign-in", email, password });

async function consentPage(browser: Browser, change: Change = {}, email?: string): Promise<Page> {
  return signIn(browser, await browser.open(address(change)), email);
}

const answerOf = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.location ?? "about:blank").searchParams);

describe("RFC 6749 4.1.1: requesting a code", () => {
  test("leads through sign-in and consent to the redirect URI with code, state and iss (RFC 9207)", async () => {
    const browser = createBrowser();
    const page = await consentPage(browser);
    expect(page.html).toContain(stage.customer.email);
    const answer = await browser.press(page, { action: "allow" });
    expect(answer.status).toBe(303);
    expect(answer.location!.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answerOf(answer)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "a state/+&",
      iss: stage.product.config.publicUrl,
    });
  });

  test("asks for consent again within the ten minutes, without the password", async () => {
    const browser = createBrowser();
    await consentPage(browser);
    const again = await browser.open(address());
    expect(again.html).toContain('value="allow"');
    expect(again.html).not.toContain("password");
  });

  test("shows and grants only the scopes that the user has", async () => {
    const own = await registerClient(stage.admin, { scopes: ["read", "admin"] });
    const browser = createBrowser();
    const page = await consentPage(browser, { client_id: own.client_id, scope: "read admin" });
    expect(page.html).not.toContain("Administer");
    await browser.press(page, { action: "allow" });
    const [row] = await stage.product.orm.em.fork().find(AuthorizationCode, { client: own.client_id });
    expect(row!.scopes).toEqual(["read"]);
  });

  test("allows another account", async () => {
    const browser = createBrowser();
    const page = await browser.press(await consentPage(browser), { action: "switch" });
    expect(page.html).toContain('name="password"');
    expect((await signIn(browser, page, stage.admin.email)).html).toContain(stage.admin.email);
  });
});

/** Redeems a code without a verifier. */
function redeem(code: string) {
  const { client_id, client_secret } = client;
  const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
  return postForm(stage.product, "/oauth/token", { ...fields, client_id, client_secret });
}

test("a confidential client gets and redeems a code without PKCE", async () => {
  const browser = createBrowser();
  const page = await consentPage(browser, { code_challenge: undefined, code_challenge_method: undefined });
  const { code } = answerOf(await browser.press(page, { action: "allow" }));
  const { status, body } = await redeem(code!);
  expect([status, body.token_type, body.scope]).toEqual([200, "Bearer", "read"]);
});

test("verifies a challenge that was sent, also for a confidential client", async () => {
  const browser = createBrowser();
  const { code } = answerOf(await browser.press(await consentPage(browser), { action: "allow" }));
  const { status, body } = await redeem(code!);
  expect([status, body.error]).toEqual([400, "invalid_grant"]);
});

describe("RFC 6749 4.1.2.1: refusals sent to the application", () => {
  const refusals: [string, Change, string][] = [
    ["no response type", { response_type: undefined }, "invalid_request"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["an unknown scope", { scope: "everything" }, "invalid_scope"],
    ["a scope beyond the client", { scope: "read admin" }, "invalid_scope"],
    ["a malformed scope", { scope: "read  write" }, "invalid_scope"],
    ["RFC 7636 4.2: a short challenge", { code_challenge: "a".repeat(42) }, "invalid_request"],
    ["RFC 7636 4.2: an empty challenge", { code_challenge: "" }, "invalid_request"],
    [
      "RFC 7636 4.3: a challenge without a method, which is plain",
      { code_challenge_method: undefined },
      "invalid_request",
    ],
    ["RFC 7636 4.3: the method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["RFC 9700 2.1.1: a method without a challenge", { code_challenge: undefined }, "invalid_request"],
  ];

  test.each(refusals)("%s", async (_name, change, error) => {
    const { status, location } = await createBrowser().open(address(change));
    expect(status).toBe(302);
    expect(location!.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    const answer = Object.fromEntries(new URL(location!).searchParams);
    expect(answer).toEqual({
      error,
      error_description: expect.any(String),
      state: "a state/+&",
      iss: stage.product.config.publicUrl,
    });
  });

  test.each([
    ["a public client", { type: "public", grants: ["authorization_code"] }],
    ["a confidential client that must prove itself", { require_pkce: true }],
  ])("RFC 7636 4.4.1: %s sends no challenge", async (_name, registered) => {
    const strict = await registerClient(stage.admin, registered);
    const none = { code_challenge: undefined, code_challenge_method: undefined };
    const { location } = await createBrowser().open(address({ ...none, client_id: strict.client_id }));
    expect(new URL(location!).searchParams.get("error")).toBe("invalid_request");
  });

  test("keep error and state if the redirect URI has a query, which is preserved", async () => {
    const { location } = await createBrowser().open(
      address({ redirect_uri: WITH_QUERY, scope: "everything" }),
    );
    expect(location!.startsWith(`${WITH_QUERY}&error=invalid_scope`)).toBe(true);
    expect(new URL(location!).searchParams.get("state")).toBe("a state/+&");
  });

  test("the user's refusal is access_denied", async () => {
    const browser = createBrowser();
    const answer = await browser.press(await consentPage(browser), { action: "deny" });
    expect(answer.status).toBe(303);
    expect(answerOf(answer)).toMatchObject({ error: "access_denied", state: "a state/+&" });
  });

  test("a parameter sent twice", async () => {
    const scopes = await createBrowser().open(`${address()}&scope=write`);
    expect(answerOf(scopes)).toMatchObject({ error: "invalid_request", state: "a state/+&" });
    const states = await createBrowser().open(`${address()}&state=other`);
    expect(answerOf(states)).not.toHaveProperty("state");
  });

  test("a client that is not registered for codes", async () => {
    const own = await registerClient(stage.admin, { grants: ["client_credentials"] });
    const { location } = await createBrowser().open(address({ client_id: own.client_id }));
    expect(new URL(location!).searchParams.get("error")).toBe("unauthorized_client");
  });
});

describe("RFC 6749 4.1.2.1, RFC 9700 4.11: no open redirector", () => {
  test.each([
    ["an unknown client", { client_id: "01a1fdb9-0000-7000-8000-000000000000" }],
    ["a malformed client id", { client_id: "' or 1=1" }],
    ["no client", { client_id: undefined }],
    ["an unregistered redirect URI", { redirect_uri: "https://evil.example.com/" }],
    ["a registered one with a suffix", { redirect_uri: `${REDIRECT_URI}/../other` }],
    ["no redirect URI where two are registered", { redirect_uri: undefined }],
  ])("%s is reported to the user only", async (_name, change) => {
    const { status, location, headers } = await createBrowser().open(address(change));
    expect([status, location]).toEqual([400, null]);
    expect(headers.get("content-type")).toMatch(/^text\/html/);
  });

  test.each(["client_id=x", "redirect_uri=https://evil.example.com/"])(
    "a second %s is too",
    async (extra) => {
      expect((await createBrowser().open(`${address()}&${extra}`)).location).toBeNull();
    },
  );
});

describe("RFC 9700 4.16, 4.7: the pages", () => {
  test("cannot be framed, run no script, and let forms lead to the application only", async () => {
    const { headers } = await createBrowser().open(address());
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://app.example.com;");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test("escape the client's name", async () => {
    const { html } = await createBrowser().open(address());
    expect(html).toContain("&lt;b&gt;&quot;Reports&quot; &amp; more&lt;/b&gt;");
    expect(html).not.toContain("<b>");
  });

  test("the cookie is out of reach of scripts and other sites", async () => {
    const { headers } = await createBrowser().open(address());
    expect(headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
  });

  test("a wrong password shows the page again, also for unknown users", async () => {
    for (const email of [stage.customer.email, "nobody@example.com"]) {
      const browser = createBrowser();
      const page = await signIn(browser, await browser.open(address()), email, "wrong");
      expect([page.status, page.location]).toEqual([400, null]);
      expect(page.html).toContain("The e-mail address or the password is wrong");
    }
  });

  test("a form without its token, of another browser, or of another request changes nothing", async () => {
    const [browser, stranger] = [createBrowser(), createBrowser()];
    const page = await consentPage(browser);
    const strangers = await consentPage(stranger);
    for (const csrf of ["", "é".repeat(43)])
      expect((await browser.press(page, { action: "allow", csrf })).status).toBe(400);
    expect((await browser.press(strangers, { action: "allow" })).status).toBe(400);
    const other = { ...page, html: page.html.replace("scope=read", "scope=write") };
    expect((await browser.press(other, { action: "allow" })).status).toBe(400);
    expect((await browser.press(page, { action: "allow" })).status).toBe(303);
  });

  test("a form shown before the sign-in is invalid after it", async () => {
    const browser = createBrowser();
    const before = await browser.open(address());
    await signIn(browser, before);
    expect((await browser.press(before, { action: "allow" })).status).toBe(400);
  });

  test("a forged cookie does not sign in", async () => {
    const browser = createBrowser();
    await consentPage(browser);
    const [name, value] = [...browser.cookies][0]!;
    const forged = Buffer.from(value, "base64url");
    forged[forged.length - 1]! ^= 1;
    browser.cookies.set(name, forged.toString("base64url"));
    expect((await browser.open(address())).html).toContain('name="password"');
  });

  test("a changed password and a deactivated user end the sign-in", async () => {
    const person = await stage.product.signIn("customer");
    const browser = createBrowser();
    const page = await consentPage(browser, {}, person.email);
    await stage.product.orm.em.fork().nativeUpdate(User, { id: person.id }, { passwordHash: "another" });
    const shown = await browser.press(page, { action: "allow" });
    expect(shown.html).toContain('name="password"');
    const gone = await stage.product.signIn("customer");
    const other = createBrowser();
    await consentPage(other, {}, gone.email);
    await stage.product.orm.em.fork().nativeUpdate(User, { id: gone.id }, { active: false });
    expect((await other.open(address())).html).toContain('name="password"');
  });
});
