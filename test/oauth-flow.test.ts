import { describe, expect, test } from "@jest/globals";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { createBrowser } from "./support/browser.ts";
import { REDIRECT_URI, registerClient, setUpOauth } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";

const stage = await setUpOauth();
const { me } = stage;

// Marked as deprecated so that it stands out: the test server speaks plain http on the loopback interface.
// eslint-disable-next-line typescript/no-deprecated
const insecure = { [oauth.allowInsecureRequests]: true };

/** What the user does between leaving the application and returning. */
async function consent(url: URL): Promise<URL> {
  const browser = createBrowser();
  const signIn = await browser.open(url.href);
  const page = await browser.press(signIn, {
    action: "sign-in",
    email: stage.customer.email,
    password: PASSWORD,
  });
  return new URL((await browser.press(page, { action: "allow" })).location!);
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(stage.product.config.publicUrl);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

describe("RFC 8414: the metadata", () => {
  test("lists what exists, and each URL answers", async () => {
    const server = await discover();
    expect(server.issuer).toBe(stage.product.config.publicUrl);
    expect(server.code_challenge_methods_supported).toEqual(["S256"]);
    expect(server.authorization_response_iss_parameter_supported).toBe(true);
    const addresses = Object.entries(server).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(addresses.length).toBeGreaterThan(2);
    for (const [, address] of addresses) expect((await fetch(address as string)).status).not.toBe(404);
  });
});

describe.each(["confidential", "public"] as const)("oauth4webapi as a %s client", (type) => {
  test("RFC 6749 4.1: completes the code flow, checking state, iss and every response", async () => {
    const grants = ["authorization_code", "refresh_token"];
    const registered = await registerClient(stage.admin, { type, grants });
    const server = await discover();
    const client: oauth.Client = { client_id: registered.client_id };
    const auth = type === "public" ? oauth.None() : oauth.ClientSecretBasic(registered.client_secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      scope: "read",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const parameters = oauth.validateAuthResponse(server, client, await consent(url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      parameters,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "read" });
    expect((await me(tokens.access_token)).data.id).toBe(stage.customer.id);
    const again = await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token!, insecure);
    const refreshed = await oauth.processRefreshTokenResponse(server, client, again);
    expect((await me(refreshed.access_token)).data.id).toBe(stage.customer.id);
  });
});

describe("RFC 9068 4: an access token", () => {
  test("verifies with only the published keys and the profile", async () => {
    const server = await discover();
    const client: oauth.Client = { client_id: stage.client.client_id };
    const auth = oauth.ClientSecretPost(stage.client.client_secret);
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      auth,
      { scope: "read" },
      insecure,
    );
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    const request = new Request(`${stage.product.config.publicUrl}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(
      server,
      request,
      stage.product.config.audience,
      insecure,
    );
    expect(claims).toMatchObject({ client_id: client.client_id, sub: client.client_id, scope: "read" });
  });
});

describe("openid-client", () => {
  test("discovers, gets a code, tokens, and refreshed tokens", async () => {
    const { client_id: id, client_secret: secret } = stage.client;
    // eslint-disable-next-line typescript/no-deprecated
    const options = { algorithm: "oauth2" as const, execute: [openid.allowInsecureRequests] };
    const issuer = new URL(stage.product.config.publicUrl);
    const config = await openid.discovery(issuer, id, undefined, openid.ClientSecretBasic(secret), options);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: "read write",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
    });
    const back = await consent(url);
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    expect((await me(tokens.access_token)).status).toBe(200);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    const reused = openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    await expect(reused).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await me(refreshed.access_token)).status).toBe(401);
  });
});
