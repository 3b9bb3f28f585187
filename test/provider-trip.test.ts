import { describe, expect, test } from "@jest/globals";
import { createBrowser } from "./support/browser.ts";
import { CLIENT_ID, CLIENT_SECRET } from "./support/identity-server.ts";
import { isSignedIn, setUpProviders } from "./support/provider-stage.ts";
import { PROVIDERS, buttonOf, follow, registerProvider, signInWith } from "./support/test-providers.ts";

const stage = await setUpProviders();

describe.each(["oidc", "oauth2"] as const)("the round trip (%s)", (kind) => {
  test("sends state, PKCE S256 and the registered redirect URI, and signs in", async () => {
    expect(isSignedIn(await stage.signIn(kind))).toBe(true);
    const authorization = stage.server.authorizations.at(-1)!;
    expect(authorization).toMatchObject({
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: stage.providers[kind].redirect_uri,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: kind === "oidc" ? "openid email profile" : "profile mail",
    });
    expect(authorization["nonce"]).toEqual(
      kind === "oidc" ? expect.stringMatching(/^[\w-]{43}$/) : undefined,
    );
    const exchange = stage.server.tokenRequests.at(-1)!;
    expect(exchange).toMatchObject({ code: "a-code", redirect_uri: stage.providers[kind].redirect_uri });
    expect(exchange["code_verifier"]).toMatch(/^[\w-]{43}$/);
    if (kind === "oauth2") expect(exchange).toMatchObject({ client_secret: CLIENT_SECRET });
  });

  test("is stored in an encrypted cookie for this browser only, and ends it", async () => {
    const browser = createBrowser();
    const page = await browser.open(`${stage.product.config.publicUrl}${stage.path}`);
    const started = await browser.open(buttonOf(page, stage.nameOf(kind)));
    const cookie = started.headers.getSetCookie().find((line) => line.startsWith("upstream="))!;
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Max-Age=600/i);
    expect(started.headers.get("cache-control")).toBe("no-store");
    expect(isSignedIn(await follow(browser, started))).toBe(true);
    expect(browser.cookies.get("upstream")).toBe("");
  });

  test.each([
    ["another state", (back: URL) => back.searchParams.set("state", "x".repeat(43))],
    ["a state in another alphabet", (back: URL) => back.searchParams.set("state", "é".repeat(43))],
    ["no state", (back: URL) => back.searchParams.delete("state")],
    ["two states", (back: URL) => back.searchParams.append("state", "another")],
    ["neither code nor error", (back: URL) => back.searchParams.delete("code")],
  ])("refuses %s", async (_name, change) => {
    const { browser, back } = await stage.leave(kind);
    const url = new URL(back);
    change(url);
    expect((await browser.open(url.href)).status).toBe(400);
    expect(isSignedIn(await browser.open(`${stage.product.config.publicUrl}${stage.path}`))).toBe(false);
  });

  test("refuses another browser", async () => {
    const { back } = await stage.leave(kind);
    const page = await createBrowser().open(back);
    expect(page.status).toBe(400);
    expect(page.html).toContain("another browser");
  });

  test("refuses the callback of another round trip of the same browser", async () => {
    const { browser, back } = await stage.leave(kind);
    await stage.leave(kind, browser);
    expect((await browser.open(back)).status).toBe(400);
  });

  test("refuses a changed cookie", async () => {
    const { browser, back } = await stage.leave(kind);
    const cookie = browser.cookies.get("upstream")!;
    browser.cookies.set(
      "upstream",
      `${cookie.slice(0, 40)}${cookie[40] === "A" ? "B" : "A"}${cookie.slice(41)}`,
    );
    expect((await browser.open(back)).status).toBe(400);
  });

  test("refuses a replayed callback", async () => {
    const { browser, back } = await stage.leave(kind);
    const kept = browser.cookies.get("upstream")!;
    expect(isSignedIn(await browser.open(back))).toBe(true);
    const exchanges = stage.server.tokenRequests.length;
    expect((await browser.open(back)).status).toBe(400);
    expect(stage.server.tokenRequests).toHaveLength(exchanges);
    // Even with the sign-in's cookie, the provider rejects the used code.
    stage.server.failWith = 400;
    browser.cookies.set("upstream", kept);
    const page = await browser.open(back);
    expect(page.status).toBe(400);
    expect(page.html).toContain("used or has expired");
  });

  test("refuses the callback of another provider", async () => {
    const other = kind === "oidc" ? "oauth2" : "oidc";
    const { browser, back } = await stage.leave(kind);
    const crossed = back.replace(stage.providers[kind].redirect_uri, stage.providers[other].redirect_uri);
    expect((await browser.open(crossed)).status).toBe(400);
  });

  test("RFC 9207: refuses a callback in another issuer's name", async () => {
    stage.server.back = { code: "a-code", iss: "https://evil.example" };
    const exchanges = stage.server.tokenRequests.length;
    const page = await stage.signIn(kind);
    expect(page.status).toBe(502);
    expect(page.html).toContain("could not be verified");
    expect(stage.server.tokenRequests).toHaveLength(exchanges);
    stage.server.back = { code: "a-code", iss: stage.server.url };
    expect(isSignedIn(await stage.signIn(kind))).toBe(true);
  });

  test("reports a refusal, but no text from the URL", async () => {
    stage.server.back = { error: "access_denied", error_description: "call 555 for help" };
    const page = await stage.signIn(kind);
    expect(page.status).toBe(403);
    expect(page.html).toContain("did not sign you in: you cancelled it");
    expect(page.html).not.toContain("555");
  });

  test("reports a failing provider, and links back to the other methods", async () => {
    stage.server.failWith = 503;
    const page = await stage.signIn(kind);
    expect(page.status).toBe(503);
    expect(page.html).toContain(`${stage.nameOf(kind)} cannot be reached`);
    expect(page.html).toContain('href="/oauth/authorize?');
  });

  test("refuses if the provider was disabled in the meantime", async () => {
    const { browser, back } = await stage.leave(kind);
    const change = (enabled: boolean) =>
      stage.admin.send("PUT", `${PROVIDERS}/${stage.providers[kind].id}`, { enabled });
    await change(false);
    const page = await browser.open(back);
    await change(true);
    expect(page.status).toBe(404);
    expect(page.html).toContain("no longer offered");
  });

  test.each(["/oauth/authorize?a=b", "/device", "/link?token=t", "/webhooks/slack/oauth_redirect?state=s"])(
    "begins at each of our pages with its button: %s",
    async (target) => {
      const query = new URLSearchParams({ return_to: target }).toString();
      const url = `${stage.product.config.publicUrl}/auth/upstream/${stage.providers[kind].id}?${query}`;
      const page = await createBrowser().open(url);
      expect(page.status).toBe(302);
      expect(page.location).toContain(stage.server.url);
    },
  );

  test.each([
    "https://evil.example/oauth/authorize",
    "//evil.example/oauth/authorize",
    "/\\evil.example/oauth/authorize",
    "\\\\evil.example/oauth/authorize",
    "/oauth/authorize/../../api/v1/users/me",
    "/%2f%2fevil.example",
    "/oauth/token",
    "javascript:alert(1)",
    "http://user@evil.example/oauth/authorize",
    "",
  ])("leads only to our own pages: not to %s", async (target) => {
    const query = new URLSearchParams({ return_to: target }).toString();
    const url = `${stage.product.config.publicUrl}/auth/upstream/${stage.providers[kind].id}?${query}`;
    const page = await createBrowser().open(url);
    expect(page.status).toBe(400);
    expect(page.location).toBeNull();
  });
});

test("an unavailable provider is reported within its deadline, before and after", async () => {
  const gone = await registerProvider(stage.admin, { name: "Gone", issuer: "http://127.0.0.1:1" });
  const page = await signInWith(createBrowser(), stage.product, stage.path, "Gone");
  expect(page.status).toBe(503);
  expect(page.html).toContain("Gone cannot be reached");
  await stage.admin.send("DELETE", `${PROVIDERS}/${gone.id}`);
  stage.server.isSilent = true;
  expect((await stage.signIn("oidc")).status).toBe(503);
});
