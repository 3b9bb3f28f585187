import type { RequestHandler } from "express";

/**
 * Paths that browsers of other origins may call. Our own pages are not among them, nor are routes that
 * require a client secret.
 */
const SHARED =
  /^\/(?:api\/|\.well-known\/|oauth\/(?:token|revoke|device_authorization)$|mcp$|openapi\.json$)/;
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const REQUEST_HEADERS =
  "Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match, Range, X-Request-Id, X-User-Id, X-User-Role, MCP-Protocol-Version";
const EXPOSED = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Request-Id",
  "ETag",
  "Location",
  "Content-Disposition",
  "X-Total-Count",
  "WWW-Authenticate",
].join(", ");
const PREFLIGHT_SECONDS = 600;

/**
 * CORS with an allow-list: origins are compared exactly, and others get no CORS headers. Credentials are
 * never allowed: callers send a token, which no browser adds by itself.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (!SHARED.test(request.path)) return next();
    response.vary("Origin");
    const origin = request.get("origin");
    if (origin === undefined || !origins.includes(origin)) return next();
    response.set({ "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED });
    if (request.method === "OPTIONS" && request.get("access-control-request-method") !== undefined)
      response.set({
        "Access-Control-Allow-Methods": METHODS,
        "Access-Control-Allow-Headers": REQUEST_HEADERS,
        "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
      });
    next();
  };
}

/**
 * Answers requests that `allowOrigins` recognised as preflights. Separate, so that they can be counted in
 * between.
 */
export const answerPreflight: RequestHandler = (_request, response, next) => {
  if (response.hasHeader("Access-Control-Allow-Methods")) response.status(204).end();
  else next();
};
