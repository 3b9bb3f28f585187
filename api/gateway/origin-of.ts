import type { Request } from "express";
import type { Origin } from "../../domain/context.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";

/** Where a request comes from, before anybody knows who sent it. */
export const originOf = (request: Request): Origin => ({
  requestId: requestIdOf(request.res!),
  sessionId: "",
  address: request.ip ?? null,
});
