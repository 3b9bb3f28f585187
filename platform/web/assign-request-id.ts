import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";

const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** Gives every request an id, the caller's own if it is safe to log; header and envelope return it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const offered = request.get("x-request-id");
  const requestId = offered !== undefined && ACCEPTABLE.test(offered) ? offered : randomUUID();
  response.locals["requestId"] = requestId;
  response.set("X-Request-Id", requestId);
  next();
};
