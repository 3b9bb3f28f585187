import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createSecretKey } from "node:crypto";
import { SignJWT, UnsecuredJWT, generateKeyPair, type JWTPayload } from "jose";
import { createBrowser, type Page } from "./support/browser.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityServer,
  type IdentityServer,
} from "./support/identity-server.ts";
import { createPerson, type Person } from "./support/people.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import {
  PROVIDERS,
  authorizePath,
  buttonOf,
  follow,
  leaveFor,
  plainProvider,
  registerProvider,
  signInWith,
  type Provider,
} from "./support/upstream.ts";

let product: Product;
let admin: SignedIn;
let server: IdentityServer;
let user: Person;
let path: string;
const providers: Record<"oidc" | "oauth2", Provider> = {} as never;
let honest: Pick<IdentityServer, "sign" | "back" | "claims" | "userinfo" | "failWith" | "isSilent">;

beforeAll(async () => {
  product = await startProduct();
  admin = await product.signIn("admin");
  server = await startIdentityServer();
  user = await createPerson(product.orm, "customer");
  path = await authorizePath(admin);
  const { url } = server;
  const link = { link_by_email: true };
  providers.oidc = await registerProvider(admin, { name: "Open", issuer: url, ...link });
  providers.oauth2 = await registerProvider(admin, { ...plainProvider(url), ...link });
  honest = {
    sign: server.sign,
    back: { code: "a-code" },
    claims: { email: user.email, email_verified: true },
    userinfo: JSON.stringify({ id: 42, mail: user.email, confirmed: true }),
    failWith: null,
    isSilent: false,
  };
}, 120_000);
afterAll(async () => {
  await product.stop();
  await server.close();
});
beforeEach(() => void Object.assign(server, honest));

const name = (kind: "oidc" | "oauth2") => (kind === "oidc" ? "Open" : "Plain");
const signIn = (kind: "oidc" | "oauth2", browser = createBrowser()): Promise<Page> =>
  signInWith(browser, product, path, name(kind));
const isSignedIn = (page: Page): boolean => page.html.includes('value="allow"');

/** Walks to the provider and stops before coming back. */
const leave = (kind: "oidc" | "oauth2", browser = createBrowser()) =>
  leaveFor(browser, product, path, name(kind), providers[kind]);

describe.each(["oidc", "oauth2"] as const)("the way there and back (%s)", (kind) => {
  test("asks with state, PKCE S256 and the registered address, and signs in", async () => {
    expect(isSignedIn(await signIn(kind))).toBe(true);
    const asked = server.authorizations.at(-1)!;
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: providers[kind].redirect_uri,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: kind === "oidc" ? "openid email profile" : "profile mail",
    });
    expect(asked["nonce"]).toEqual(kind === "oidc" ? expect.stringMatching(/^[\w-]{43}$/) : undefined);
    const exchange = server.tokenRequests.at(-1)!;
    expect(exchange).toMatchObject({ code: "a-code", redirect_uri: providers[kind].redirect_uri });
    expect(exchange["code_verifier"]).toMatch(/^[\w-]{43}$/);
    if (kind === "oauth2") expect(exchange).toMatchObject({ client_secret: CLIENT_SECRET });
  });

  test("keeps the trip in a signed cookie for this browser alone, and ends it", async () => {
    const browser = createBrowser();
    const page = await browser.open(`${product.config.publicUrl}${path}`);
    const started = await browser.open(buttonOf(page, name(kind)));
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
    ["a state of other letters", (back: URL) => back.searchParams.set("state", "é".repeat(43))],
    ["no state", (back: URL) => back.searchParams.delete("state")],
    ["two states", (back: URL) => back.searchParams.append("state", "another")],
    ["neither code nor error", (back: URL) => back.searchParams.delete("code")],
  ])("refuses %s", async (_name, change) => {
    const { browser, back } = await leave(kind);
    const url = new URL(back);
    change(url);
    expect((await browser.open(url.href)).status).toBe(400);
    expect(isSignedIn(await browser.open(`${product.config.publicUrl}${path}`))).toBe(false);
  });

  test("refuses another browser", async () => {
    const { back } = await leave(kind);
    const page = await createBrowser().open(back);
    expect(page.status).toBe(400);
    expect(page.html).toContain("another browser");
  });

  test("refuses the answer to another trip of the same browser", async () => {
    const { browser, back } = await leave(kind);
    await leave(kind, browser);
    expect((await browser.open(back)).status).toBe(400);
  });

  test("refuses a cookie that was changed", async () => {
    const { browser, back } = await leave(kind);
    const cookie = browser.cookies.get("upstream")!;
    browser.cookies.set(
      "upstream",
      `${cookie.slice(0, 40)}${cookie[40] === "A" ? "B" : "A"}${cookie.slice(41)}`,
    );
    expect((await browser.open(back)).status).toBe(400);
  });

  test("refuses an answer that is played again", async () => {
    const { browser, back } = await leave(kind);
    const kept = browser.cookies.get("upstream")!;
    expect(isSignedIn(await browser.open(back))).toBe(true);
    const exchanges = server.tokenRequests.length;
    expect((await browser.open(back)).status).toBe(400);
    expect(server.tokenRequests).toHaveLength(exchanges);
    // Even with the cookie of the trip the provider knows the code was used.
    server.failWith = 400;
    browser.cookies.set("upstream", kept);
    const page = await browser.open(back);
    expect(page.status).toBe(400);
    expect(page.html).toContain("used or has expired");
  });

  test("refuses what another provider's trip brought back", async () => {
    const other = kind === "oidc" ? "oauth2" : "oidc";
    const { browser, back } = await leave(kind);
    const crossed = back.replace(providers[kind].redirect_uri, providers[other].redirect_uri);
    expect((await browser.open(crossed)).status).toBe(400);
  });

  test("RFC 9207: refuses an answer in another issuer's name", async () => {
    server.back = { code: "a-code", iss: "https://evil.example" };
    const exchanges = server.tokenRequests.length;
    const page = await signIn(kind);
    expect(page.status).toBe(502);
    expect(page.html).toContain("cannot be trusted");
    expect(server.tokenRequests).toHaveLength(exchanges);
    server.back = { code: "a-code", iss: server.url };
    expect(isSignedIn(await signIn(kind))).toBe(true);
  });

  test("tells a refusal, and nothing that the address made up", async () => {
    server.back = { error: "access_denied", error_description: "call 555 for help" };
    const page = await signIn(kind);
    expect(page.status).toBe(403);
    expect(page.html).toContain("did not sign you in: access_denied");
    expect(page.html).not.toContain("555");
  });

  test("says so when the provider fails, and leads back to the other ways", async () => {
    server.failWith = 503;
    const page = await signIn(kind);
    expect(page.status).toBe(503);
    expect(page.html).toContain(`${name(kind)} cannot be reached at the moment`);
    expect(page.html).toContain('href="/oauth/authorize?');
  });

  test("refuses when the provider was disabled meanwhile", async () => {
    const { browser, back } = await leave(kind);
    const change = (enabled: boolean) => admin.send("PUT", `${PROVIDERS}/${providers[kind].id}`, { enabled });
    await change(false);
    const page = await browser.open(back);
    await change(true);
    expect(page.status).toBe(404);
    expect(page.html).toContain("not offered any more");
  });

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
  ])("leads nowhere but to our own pages: not to %s", async (target) => {
    const query = new URLSearchParams({ return_to: target }).toString();
    const url = `${product.config.publicUrl}/auth/upstream/${providers[kind].id}?${query}`;
    const page = await createBrowser().open(url);
    expect(page.status).toBe(400);
    expect(page.location).toBeNull();
  });
});

describe("an ID token", () => {
  const refused = async (): Promise<void> => {
    const page = await signIn("oidc");
    expect(page.status).toBe(502);
    expect(page.html).toContain("cannot be trusted");
    expect(isSignedIn(page)).toBe(false);
  };

  test.each([
    ["of another issuer", { iss: "https://evil.example" }],
    ["for another client", { aud: "another-client" }],
    ["for several, issued to another", { aud: [CLIENT_ID, "another-client"], azp: "another-client" }],
    ["with another nonce", { nonce: "another" }],
    ["without a nonce", { nonce: undefined }],
    ["that has expired", { exp: 1 }],
    ["without an end", { exp: undefined }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
  ])("%s is refused", async (_name, claims) => {
    server.claims = { ...honest.claims, ...claims };
    await refused();
  });

  const header = { alg: "RS256", kid: "key-1" };
  const forgeries: [string, (claims: JWTPayload) => Promise<string>][] = [
    [
      "signed with another key under the same kid",
      async (claims) => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
      },
    ],
    ["with alg none", async (claims) => new UnsecuredJWT(claims).encode()],
    [
      "signed with the client secret (HS256)",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256" })
          .sign(createSecretKey(Buffer.from(CLIENT_SECRET.padEnd(32, "-")))),
    ],
    [
      "signed with the public key as a secret (HS256)",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ ...header, alg: "HS256" })
          .sign(createSecretKey(Buffer.from(JSON.stringify(server.publicJwk)))),
    ],
    [
      "with an unknown kid",
      (claims) =>
        new SignJWT(claims).setProtectedHeader({ ...header, kid: "another" }).sign(server.privateKey),
    ],
    [
      "whose claims were changed after signing",
      async (claims) => {
        const [head, , signature] = (await honest.sign({ ...claims, sub: "somebody else" })).split(".");
        return [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
      },
    ],
    ["that is none", async () => "nonsense"],
  ];
  test.each(forgeries)("%s is refused", async (_name, sign) => {
    server.sign = sign;
    await refused();
  });

  test("without an address is completed by the user information of the same subject only", async () => {
    server.claims = {};
    server.userinfo = JSON.stringify({ sub: "somebody else", email: user.email, email_verified: true });
    await refused();
    server.userinfo = JSON.stringify({ sub: "somebody", email: user.email, email_verified: true });
    expect(isSignedIn(await signIn("oidc"))).toBe(true);
  });
});

describe("the user information of a plain OAuth 2.0 provider", () => {
  test.each([
    ["without a subject", { mail: "x@acme.example" }],
    ["whose subject is too large a number to tell two people apart", { id: 2 ** 53, confirmed: true }],
    ["whose subject is no text", { id: { nested: true } }],
    ["that is no object", null],
  ])("%s is refused", async (_name, userinfo) => {
    server.userinfo = JSON.stringify(userinfo);
    expect((await signIn("oauth2")).status).toBe(502);
  });

  test("that is not JSON is refused", async () => {
    server.userinfo = "<html>";
    expect((await signIn("oauth2")).status).toBe(502);
  });

  test.each([false, "true", 1, undefined])(
    "never counts an address as verified for %p",
    async (confirmed) => {
      const other = await createPerson(product.orm, "customer");
      server.userinfo = JSON.stringify({ id: "new", mail: other.email, confirmed });
      expect((await signIn("oauth2")).status).toBe(403);
    },
  );
});

test("a provider that is down is told so within its deadline, before and after", async () => {
  const gone = await registerProvider(admin, { name: "Gone", issuer: "http://127.0.0.1:1" });
  const page = await signInWith(createBrowser(), product, path, "Gone");
  expect(page.status).toBe(503);
  expect(page.html).toContain("Gone cannot be reached at the moment");
  await admin.send("DELETE", `${PROVIDERS}/${gone.id}`);
  server.isSilent = true;
  expect((await signIn("oidc")).status).toBe(503);
});
