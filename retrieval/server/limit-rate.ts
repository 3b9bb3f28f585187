import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { systemClock } from "../../platform/clock.ts";
import { answerLimit } from "../../platform/rates/answer-limit.ts";
import { createLocalCounts } from "../../platform/rates/local-counts.ts";
import type { RateLimits } from "../../platform/rates/rate-windows.ts";

/** The credential as sent, valid or not; otherwise the address. */
function subjectOf(request: Request): string {
  const credential = request.get("x-api-key") ?? request.get("authorization");
  if (credential === undefined) return `address:${request.ip}`;
  return `credential:${createHash("sha256").update(credential).digest("base64url")}`;
}

/** The gateway's limits for direct callers of this service, counted in this process. */
export function limitRate(limits: RateLimits): RequestHandler {
  const counts = createLocalCounts(systemClock);
  return (request, response, next) => {
    answerLimit(systemClock, response, counts.hit(subjectOf(request), limits), limits);
    next();
  };
}
