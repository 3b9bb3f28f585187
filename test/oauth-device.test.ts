import { describe, expect, test } from "@jest/globals";
import * as oauth from "oauth4webapi";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { createApiClient } from "./support/api-client.ts";
import { createBrowser, type Browser, type Page } from "./support/browser.ts";
import { postForm, registerClient, setUpOauth } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";

const stage = await setUpOauth();

const grants = [DEVICE_GRANT, "refresh_token"];
const device = await registerClient(stage.admin, { type: "public", grants, redirect_uris: [] });

const post = (path: string, fields: Record<string, string>, id = device.client_id) =>
  postForm(stage.product, path, { client_id: id, ...fields });
const start = async (fields: Record<string, string> = {}) =>
  (await post("/oauth/device_authorization", fields)).body;
const poll = (deviceCode: string, id?: string) =>
  post("/oauth/token", { grant_type: DEVICE_GRANT, device_code: deviceCode }, id);
/** Simulates the device's waiting time. */
const wait = () => stage.product.orm.em.fork().execute("update device_grants set last_polled_at = null");

async function openSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.open(url);
  return browser.press(page, { action: "sign-in", email: stage.customer.email, password: PASSWORD });
}

describe("RFC 8628 3.2: starting", () => {
  test("returns both codes and where to enter the user code", async () => {
    const { status, headers, body } = await post("/oauth/device_authorization", { scope: "read" });
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$/),
      verification_uri: `${stage.product.config.publicUrl}/device`,
      verification_uri_complete: `${stage.product.config.publicUrl}/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  test("refuses clients and scopes that are not registered for it", async () => {
    const other = await registerClient(stage.admin, { type: "public", grants: ["authorization_code"] });
    const path = "/oauth/device_authorization";
    expect((await post(path, {}, other.client_id)).body.error).toBe("unauthorized_client");
    expect((await post(path, { scope: "admin" })).body.error).toBe("invalid_scope");
    expect((await post(path, {}, "nobody")).status).toBe(401);
  });
});

describe("RFC 8628 3.5: polling", () => {
  test("too early is slow_down, and adds five seconds each time", async () => {
    const { device_code: code } = await start();
    expect((await poll(code)).body.error).toBe("authorization_pending");
    expect((await poll(code)).body.error).toBe("slow_down");
    const em = stage.product.orm.em.fork();
    await em.execute("update device_grants set last_polled_at = now() - interval '7 seconds'");
    expect((await poll(code)).body.error).toBe("slow_down");
    await wait();
    expect((await poll(code)).body.error).toBe("authorization_pending");
  });

  test("after ten minutes is expired_token", async () => {
    const { device_code: code } = await start();
    await stage.product.orm.em
      .fork()
      .execute("update device_grants set expires_at = expires_at - interval '601 seconds'");
    const { status, body } = await poll(code);
    expect([status, body.error]).toEqual([400, "expired_token"]);
  });

  test("requires the device's own client", async () => {
    const other = await registerClient(stage.admin, {
      type: "public",
      grants: [DEVICE_GRANT],
      redirect_uris: [],
    });
    const { device_code: code } = await start();
    expect((await poll(code, other.client_id)).body.error).toBe("invalid_grant");
    expect((await poll("never issued")).body.error).toBe("invalid_grant");
  });
});

describe("RFC 8628 3.3: the page", () => {
  test("accepts the code as typed, shows the client, and the device gets tokens once", async () => {
    const { device_code: code, user_code: userCode, verification_uri: uri } = await start({ scope: "read" });
    const browser = createBrowser();
    const form = await openSignedIn(browser, uri);
    const page = await browser.press(form, {
      action: "find",
      user_code: userCode.toLowerCase().replace("-", " "),
    });
    expect(page.html).toContain(userCode);
    expect(page.html).toContain(stage.customer.email);
    expect((await browser.press(page, { action: "allow" })).html).toContain("Your device continues");
    const { status, body } = await poll(code);
    expect([status, body.scope]).toEqual([200, "read"]);
    expect(body.refresh_token).toEqual(expect.any(String));
    const api = createApiClient(stage.product.config.backendUrl, body.access_token);
    expect((await api.get("/api/v1/users/me")).data.id).toBe(stage.customer.id);
    await wait();
    expect((await poll(code)).body.error).toBe("invalid_grant");
  });

  test("twenty simultaneous polls return tokens at most once", async () => {
    const { device_code: code, verification_uri_complete: uri } = await start();
    const browser = createBrowser();
    await browser.press(await openSignedIn(browser, uri), { action: "allow" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a refusal is access_denied", async () => {
    const { device_code: code, verification_uri_complete: uri } = await start();
    const browser = createBrowser();
    await browser.press(await openSignedIn(browser, uri), { action: "deny" });
    expect((await poll(code)).body.error).toBe("access_denied");
  });

  test("reports an unknown code, and accepts only its own form", async () => {
    const browser = createBrowser();
    const page = await openSignedIn(browser, `${stage.product.config.publicUrl}/device?user_code=BBBB-BBBB`);
    expect([page.status, page.html.includes("unknown")]).toEqual([400, true]);
    const { verification_uri_complete: uri, device_code: code } = await start();
    const consent = await browser.open(uri);
    expect((await browser.press(consent, { action: "allow", csrf: "made up" })).status).toBe(400);
    expect((await createBrowser().press(consent, { action: "allow" })).status).toBe(400);
    expect((await poll(code)).body.error).toBe("authorization_pending");
    expect(consent.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

test("oauth4webapi gets tokens by device code", async () => {
  // Marked as deprecated so that it stands out: the test server speaks plain http on the loopback interface.
  // eslint-disable-next-line typescript/no-deprecated
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(stage.product.config.publicUrl);
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, discovery);
  const client = { client_id: device.client_id };
  const auth = oauth.None();
  const started = await oauth.deviceAuthorizationRequest(server, client, auth, { scope: "read" }, insecure);
  const codes = await oauth.processDeviceAuthorizationResponse(server, client, started);
  const browser = createBrowser();
  const page = await openSignedIn(browser, codes.verification_uri_complete!);
  await browser.press(page, { action: "allow" });
  const answer = await oauth.deviceCodeGrantRequest(server, client, auth, codes.device_code, insecure);
  const tokens = await oauth.processDeviceCodeResponse(server, client, answer);
  expect(tokens).toMatchObject({ expires_in: 3600, scope: "read" });
});
