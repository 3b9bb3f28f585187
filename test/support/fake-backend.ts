import type { IncomingMessage, RequestListener } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { serveLocally } from "../../testkit/serve-locally.ts";

const KEY_ID = "key-1";

/** A real HTTP server in place of the backend: it publishes keys and answers as configured. */
export interface FakeBackend {
  url: string;
  privateKey: CryptoKey;
  /** The response to GET /api/<view>/projects/:id; tests replace it. */
  answer: RequestListener;
  /** Received requests for projects, oldest first. */
  requests: Pick<IncomingMessage, "url" | "headers">[];
  stop(): Promise<void>;
}

export async function startFakeBackend(): Promise<FakeBackend> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "RS256", use: "sig" };
  const backend: Omit<FakeBackend, "url" | "stop"> = {
    privateKey,
    requests: [],
    answer: (_request, response) => response.writeHead(404).end("{}"),
  };
  const { url, stop } = await serveLocally((request, response) => {
    if (request.url === "/.well-known/jwks.json") return response.end(JSON.stringify({ keys: [jwk] }));
    backend.requests.push({ url: request.url, headers: request.headers });
    backend.answer(request, response);
  });
  return Object.assign(backend, { url, stop });
}

export interface TokenParts {
  sub?: string;
  /** The owner of a client's own token. */
  userId?: string;
  role?: string;
  issuer?: string;
  audience?: string;
  typ?: string;
  expires?: string | number;
  key?: CryptoKey;
}

/** An access token; omitted parts are valid. */
export function signToken(backend: FakeBackend, parts: TokenParts = {}): Promise<string> {
  const {
    sub = "user-1",
    role = "customer",
    issuer = "http://issuer.test",
    audience = "http://issuer.test/api",
  } = parts;
  return new SignJWT({ role, sid: "session-1", client_id: "sign-in", scope: "read", user_id: parts.userId })
    .setProtectedHeader({ alg: "RS256", kid: KEY_ID, typ: parts.typ ?? "at+jwt" })
    .setSubject(sub)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(parts.expires ?? "1h")
    .sign(parts.key ?? backend.privateKey);
}
