import { describe, expect, test } from "@jest/globals";
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { UnauthorizedError, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { SignJWT, decodeJwt, type JWK } from "jose";
import { SigningKey } from "../domain/identity/signing-key.entity.ts";
import { open } from "../platform/crypto/crypto.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { READING, bearer, connectMcp, connectOver, mcpUrl } from "./support/mcp.ts";
import { REDIRECT_URI, codeFor, registerClient } from "./support/oauth.ts";
import { startProduct } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const ORIGIN = "https://agent.example.com";
const METADATA = "/.well-known/oauth-protected-resource";

const environment = { MCP_ENABLED: "true", CORS_ORIGINS: ORIGIN };
const product = await startProductForFile({ environment });
const admin = await product.signIn("admin");
const customer = await product.signIn("customer");

const CODE_GRANTS = ["authorization_code", "refresh_token"];

/** What the SDK requires of a program that signs users in; captures the page it would open. */
function createSignIn(clientId: string): { provider: OAuthClientProvider; page: () => URL } {
  let [page, verifier]: [URL | null, string] = [null, ""];
  let tokens: OAuthTokens | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT_URI,
    clientMetadata: { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: "none" },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void (page = url),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
  };
  return { provider, page: () => page! };
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  product.anonymous.fetch("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("without a valid credential", () => {
  test.each([
    ["none", {}, ""],
    [
      "an unknown token",
      { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
      'error="invalid_token", error_description="The access token is not valid or has expired", ',
    ],
    ["another scheme", { authorization: "Basic YTpi" }, ""],
    ["an unknown key", { "x-api-key": "cmk_test_x_y" }, ""],
  ])("%s: the response only says where to sign in", async (_name, headers, problem) => {
    const messages = [PING, { ...PING, method: "initialize" }, { ...PING, method: "tools/list" }];
    for (const message of messages) {
      const response = await post(message, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe(
        `Bearer realm="compliance", ${problem}resource_metadata="${product.config.publicUrl}${METADATA}"`,
      );
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_000 } });
    }
  });

  test("a session that has ended is refused", async () => {
    const gone = await product.signIn("customer");
    expect((await post(PING, bearer(gone))).status).toBe(200);
    expect((await gone.send("POST", "/api/v1/auth/logout")).status).toBe(200);
    expect((await post(PING, bearer(gone))).status).toBe(401);
    await expect(connectMcp(product, bearer(gone))).rejects.toThrow(/401|Unauthorized|ended/i);
  });

  test("an expired token is refused", async () => {
    const { id, sealedPrivateJwk } = await product.orm.em.fork().findOneOrFail(SigningKey, {
      status: "current",
    });
    const jwk = JSON.parse(open(product.config.encryptionKey, sealedPrivateJwk!, `signing-key:${id}`)) as JWK;
    const now = Math.floor(Date.now() / 1_000);
    const signed = (exp: number) =>
      new SignJWT({ ...decodeJwt(customer.token), iat: now - 7_200, exp })
        .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: id })
        .sign(jwk);
    expect((await post(PING, bearer({ token: await signed(now + 60) }))).status).toBe(200);
    expect((await post(PING, bearer({ token: await signed(now - 60) }))).status).toBe(401);
  });

  test("a credential without read access gets nothing", async () => {
    const response = await post(PING, await keyHeaders(customer, { scopes: ["webhook"] }));
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="read"');
  });

  test.each([METADATA, `${METADATA}/mcp`])("%s names the authorization server", async (path) => {
    const response = await product.anonymous.fetch(path);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({
        resource: `${product.config.publicUrl}/mcp`,
        authorization_servers: [product.config.issuer],
      }),
    ]);
  });

  test("a client with user sign-in is sent to the page, and acts for the user who signed in", async () => {
    const registered = await registerClient(admin, { scopes: ["read"], type: "public", grants: CODE_GRANTS });
    const person = createSignIn(registered.client_id);
    const transport = () =>
      new StreamableHTTPClientTransport(mcpUrl(product), { authProvider: person.provider });
    const first = transport();
    await expect(connectOver(first)).rejects.toThrow(UnauthorizedError);
    const page = person.page();
    expect(page.searchParams.get("resource")).toBe(`${product.config.publicUrl}/mcp`);
    expect((await fetch(page)).status).toBe(200);
    const codeChallenge = page.searchParams.get("code_challenge");
    const code = await codeFor(product, registered.client_id, customer.id, {
      scopes: ["read"],
      codeChallenge,
    });
    await first.finishAuth(code);
    const session = await connectOver(transport());
    expect((await session.tools()).toSorted()).toEqual(READING.toSorted());
    await session.close();
  });

  test("a client discovers all endpoints, and acts for its owner", async () => {
    const registered = await registerClient(admin, { scopes: ["read"] });
    const authProvider = new ClientCredentialsProvider({
      clientId: registered.client_id,
      clientSecret: registered.client_secret,
      expectedIssuer: product.config.issuer,
    });
    const session = await connectOver(new StreamableHTTPClientTransport(mcpUrl(product), { authProvider }));
    expect((await session.tools()).toSorted()).toEqual(READING.toSorted());
    expect((await session.call("list_projects")).data.pagination.total).toBe(0);
    await session.close();
  });
});

describe("the transport", () => {
  test.each(["GET", "DELETE"])("%s is not allowed, because there are no sessions", async (method) => {
    const response = await customer.fetch("/mcp", { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test("pages of other origins are refused unless they are on the list", async () => {
    const from = (origin: string) => post(PING, { ...bearer(customer), origin });
    expect((await from("https://evil.example")).status).toBe(403);
    expect((await from("null")).status).toBe(403);
    expect((await from(product.config.publicUrl)).status).toBe(200);
    const listed = await from(ORIGIN);
    expect([listed.status, listed.headers.get("access-control-allow-origin")]).toEqual([200, ORIGIN]);
  });

  test.each([
    ["no JSON", "{", {}, 400],
    ["an array of messages", [PING, PING], {}, 400],
    ["not a JSON-RPC message", { hello: "world" }, {}, 400],
    ["an unknown version", PING, { "mcp-protocol-version": "1999-01-01" }, 400],
    ["an Accept header without streams", PING, { accept: "application/json" }, 406],
    ["an Accept header for images", PING, { accept: "image/png" }, 406],
    ["another media type", "x", { "content-type": "text/plain" }, 415],
    ["more than 16 MB", JSON.stringify({ ...PING, x: "x".repeat(17_000_000) }), {}, 413],
    ["a method of 1,000 letters", { ...PING, method: "a".repeat(1_000) }, {}, 400],
    [
      "a tool's name of 1,000 letters",
      { ...PING, method: "tools/call", params: { name: "a".repeat(1_000) } },
      {},
      400,
    ],
  ])("%s is refused as JSON-RPC", async (_name, body, headers, status) => {
    const response = await post(body, { ...bearer(customer), ...headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
  });

  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-03-26", "2025-03-26"],
    ["1999-01-01", "2025-11-25"],
  ])("a client of version %s is answered in %s", async (protocolVersion, answered) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const response = await post({ ...PING, method: "initialize", params }, bearer(customer));
    const { result } = (await response.json()) as { result: object };
    expect(result).toMatchObject({
      protocolVersion: answered,
      serverInfo: { name: "compliance" },
      capabilities: { tools: { listChanged: false } },
    });
    expect(response.headers.get("mcp-session-id")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("a notification is accepted without a response", async () => {
    const message = { jsonrpc: "2.0", method: "notifications/initialized" };
    const response = await post(message, bearer(customer));
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});

test("an unavailable search is reported as such, and everything else continues", async () => {
  const session = await connectMcp(product, bearer(customer));
  const { data } = await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });
  const { isError, text } = await session.call("search_documents", { project_id: data.id, query: "locks" });
  expect([isError, text]).toEqual([true, expect.stringMatching(/^SERVICE_UNAVAILABLE: The search service/)]);
  expect((await session.call("list_projects")).data.projects).toHaveLength(1);
  await session.close();
});

test("/mcp exists only if MCP_ENABLED is set", async () => {
  const without = await startProduct();
  try {
    for (const path of ["/mcp", METADATA]) {
      const response = await without.anonymous.fetch(path, { method: path === "/mcp" ? "POST" : "GET" });
      expect(response.status).toBe(404);
    }
  } finally {
    await without.stop();
  }
});
