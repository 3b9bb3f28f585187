import type { IncomingHttpHeaders } from "node:http";
import type { Request, RequestHandler } from "express";
import { Agent, request as send } from "undici";
import { unavailable } from "../../platform/errors.ts";
import { disconnectSignal } from "../../platform/web/disconnect-signal.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";

/** Until a response begins, after the whole request was sent; the service may receive a large file first. */
const ANSWER_MS = 30_000;
const CONNECT_MS = 4_000;
/** Hop-by-hop headers (RFC 9110, 7.6.1), or ours to set. */
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

/**
 * Path and query as sent. Callers' input never determines the host, neither by `//host/path` nor by
 * `http://host/path`.
 */
const pathOf = ({ url }: Request): string =>
  url.startsWith("/") ? url : url.replace(/^[^/?]*\/\/[^/?]*\/?/, "/");

const hasBody = (request: Request): boolean => request.method !== "GET" && request.method !== "HEAD";

/**
 * Forwards requests to another of our services, streaming both ways. Answers 503 if it is unreachable or does
 * not begin to respond within `answerMs`. Below a mount point, the path is forwarded without it.
 */
export function proxyTo(target: string, service: string, answerMs = ANSWER_MS): RequestHandler {
  const { origin } = new URL(target);
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: answerMs });
  return async (request, response) => {
    const signal = disconnectSignal(response);
    const headers = {
      ...without(request.headers, NOT_FORWARDED),
      "x-request-id": requestIdOf(response),
      // Each hop adds its caller's address; the receiver decides how many of them to trust (TRUSTED_PROXIES).
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
      signal,
    };
    const answer = await send(origin, options).catch((error: unknown) => {
      signal.throwIfAborted();
      throw unavailable(`The ${service} service cannot be reached: try again shortly`, { cause: error });
    });
    response.status(answer.statusCode).set(without(answer.headers, NOT_RETURNED));
    await streamToCaller(answer.body, response);
  };
}
