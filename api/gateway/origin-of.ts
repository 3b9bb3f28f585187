import type { Request } from "express";
import type { Origin } from "../../domain/context.ts";
import { requestIdOf } from "../../platform/web/envelope.ts";
import { responseOf } from "../../platform/web/response-of.ts";

/** The origin of a request, before its sender is known. */
export const originOf = (request: Request): Origin => ({
  requestId: requestIdOf(responseOf(request)),
  sessionId: "",
  address: request.ip ?? null,
});
