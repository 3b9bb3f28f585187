import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWTPayload } from "jose";
import { serveLocally } from "../../testkit/serve-locally.ts";

export const CLIENT_ID = "compliance";
export const CLIENT_SECRET = "a secret / with + signs";
const KEY_ID = "key-1";

/** A request's form or query, as received. */
type Fields = Record<string, string>;

/**
 * A handwritten identity provider on real HTTP, for OAuth 2.0 and for behaviour that no honest OpenID
 * provider shows: it sends every browser straight back with a code, and answers as configured.
 */
export interface IdentityServer {
  url: string;
  privateKey: CryptoKey;
  publicJwk: Record<string, unknown>;
  /** The parameters of the callback, in addition to `state`. */
  back: Fields;
  /** Claims of the ID token that override the correct ones; `undefined` omits one. */
  claims: Record<string, unknown>;
  /** Signs the ID token; tests replace it. */
  sign: (claims: JWTPayload) => Promise<string>;
  /** The JSON of the user information. */
  userinfo: string;
  /** The status for the next token requests; null answers them normally. */
  failWith: number | null;
  /** Never answers token requests. */
  isSilent: boolean;
  authorizations: Fields[];
  tokenRequests: Record<string, string | undefined>[];
  stop(): Promise<void>;
}

const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

const metadata = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/userinfo`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});

async function answerToken(server: IdentityServer, request: IncomingMessage, response: ServerResponse) {
  const fields = Object.fromEntries(new URLSearchParams(await text(request)));
  server.tokenRequests.push({ ...fields, authorization: request.headers.authorization });
  if (server.isSilent) return;
  if (server.failWith !== null) return json(response, { error: "invalid_grant" }, server.failWith);
  const authorization = server.authorizations.at(-1);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: server.url,
    aud: CLIENT_ID,
    sub: "somebody",
    nonce: authorization?.["nonce"],
    iat: now,
    exp: now + 300,
    // OpenID Connect Core, 2: required with max_age.
    ...(authorization?.["max_age"] === undefined ? {} : { auth_time: now }),
    ...server.claims,
  };
  json(response, {
    access_token: "an-access-token",
    token_type: "Bearer",
    expires_in: 300,
    id_token: await server.sign(claims),
  });
}

async function answer(server: IdentityServer, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url!, server.url);
  switch (url.pathname) {
    case "/.well-known/openid-configuration":
      return json(response, metadata(server.url));
    case "/jwks":
      return json(response, { keys: [server.publicJwk] });
    case "/token":
      return answerToken(server, request, response);
    case "/userinfo":
      if (request.headers.authorization !== "Bearer an-access-token") return json(response, {}, 401);
      return void response.writeHead(200, { "content-type": "application/json" }).end(server.userinfo);
    case "/authorize": {
      const authorization = Object.fromEntries(url.searchParams);
      server.authorizations.push(authorization);
      const query = new URLSearchParams({ state: authorization["state"] ?? "", ...server.back }).toString();
      return void response.writeHead(302, { location: `${authorization["redirect_uri"]}?${query}` }).end();
    }
    default:
      return json(response, {}, 404);
  }
}

export async function startIdentityServer(): Promise<IdentityServer> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const { url, stop } = await serveLocally(
    (request, response) => void answer(identityServer, request, response),
  );
  const identityServer: IdentityServer = {
    url,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "RS256", use: "sig" },
    back: { code: "a-code" },
    claims: {},
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: KEY_ID }).sign(identityServer.privateKey),
    userinfo: "{}",
    failWith: null,
    isSilent: false,
    authorizations: [],
    tokenRequests: [],
    stop,
  };
  return identityServer;
}
