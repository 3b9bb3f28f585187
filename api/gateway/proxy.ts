import type { IncomingHttpHeaders } from "node:http";
import type { Request, RequestHandler } from "express";
import { Agent, request as send } from "undici";
import { unavailable } from "../../platform/errors.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";

/** Until an answer begins, after the whole request went out; it may take in a large file first. */
const ANSWER_MS = 30_000;
const CONNECT_MS = 4_000;
/** Of one hop only (RFC 9110, 7.6.1), or ours to set. */
const NOT_FORWARDED = new Set([
  "host",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "content-length",
]);
const NOT_RETURNED = new Set([
  ...NOT_FORWARDED,
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
  "ratelimit-policy",
  "x-request-id",
]);

const without = (headers: IncomingHttpHeaders, dropped: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !dropped.has(name)),
  ) as Record<string, string | string[]>;

/** The path and query as they were sent. What a caller writes never names the host: neither `//host/path` nor `http://host/path` does. */
const pathOf = ({ url }: Request): string =>
  url.startsWith("/") ? url : url.replace(/^[^/?]*\/\/[^/?]*\/?/, "/");

const hasBody = (request: Request): boolean => request.method !== "GET" && request.method !== "HEAD";

/**
 * Forwards requests to another service of ours, streaming both ways; unreachable answers 503, and so does one that does
 * not begin to answer within `answerMs`. Below a mount point the path is forwarded without it.
 */
export function proxyTo(target: string, service: string, answerMs = ANSWER_MS): RequestHandler {
  const { origin } = new URL(target);
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: answerMs });
  return async (request, response) => {
    const abort = new AbortController();
    response.on("close", () => abort.abort());
    const headers = {
      ...without(request.headers, NOT_FORWARDED),
      "x-request-id": requestIdOf(response),
      // Each hop adds where it was called from; how many of them count is for the receiver to know (TRUSTED_PROXIES).
      "x-forwarded-for": [request.get("x-forwarded-for"), request.socket.remoteAddress]
        .filter(Boolean)
        .join(", "),
    };
    const body = hasBody(request) ? request : null;
    const options = {
      path: pathOf(request),
      method: request.method as "GET",
      headers,
      body,
      dispatcher,
      signal: abort.signal,
    };
    const answer = await send(origin, options).catch((error: unknown) => {
      throw unavailable(`The ${service} service cannot be reached: try again shortly`, error);
    });
    response.status(answer.statusCode).set(without(answer.headers, NOT_RETURNED));
    await streamToCaller(answer.body, response);
  };
}
