import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";

const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** Every request has an id, the caller's own when it is fit for a log line; it comes back in the header and the envelope. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const offered = request.get("x-request-id");
  const requestId = offered !== undefined && ACCEPTABLE.test(offered) ? offered : randomUUID();
  response.locals["requestId"] = requestId;
  response.set("X-Request-Id", requestId);
  next();
};
