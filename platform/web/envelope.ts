import { randomUUID } from "node:crypto";
import type { Response, RequestHandler } from "express";
import { z } from "zod";
import { productNow } from "../clock.ts";
import type { AppError } from "../errors.ts";

const STAMP = { timestamp: "2026-03-31T09:30:00.000Z", request_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f" };
const stamped = { timestamp: z.iso.datetime(), request_id: z.string() };

/** The success envelope, for any data. */
export const SuccessEnvelope = z
  .looseObject({
    success: z.literal(true),
    message: z.string().optional(),
    ...stamped,
  })
  .meta({ examples: [{ success: true, ...STAMP }] });

/** The error envelope. */
export const ErrorEnvelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z
        .record(z.string(), z.unknown())
        .meta({ description: "For validation errors: field, error and errors" }),
    }),
    ...stamped,
  })
  .meta({
    examples: [
      { success: false, error: { code: "NOT_FOUND", message: "No such project", details: {} }, ...STAMP },
    ],
  });

const stamp = (requestId: string) => ({ timestamp: productNow().toISOString(), request_id: requestId });

/** `data` in a SuccessEnvelope. */
export const successEnvelope = (requestId: string, data: unknown, message?: string) => ({
  success: true,
  ...(data === undefined ? {} : { data }),
  ...(message === undefined ? {} : { message }),
  ...stamp(requestId),
});

export const errorEnvelope = (requestId: string, error: AppError): z.infer<typeof ErrorEnvelope> => ({
  success: false,
  error: { code: error.code, message: error.message, details: error.details },
  ...stamp(requestId),
});

export const requestIdOf = (response: Response): string => response.locals["requestId"] as string;

const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** Gives every request an id, the caller's own if it is safe to log; header and envelope return it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const offered = request.get("x-request-id");
  const requestId = offered !== undefined && ACCEPTABLE.test(offered) ? offered : randomUUID();
  response.locals["requestId"] = requestId;
  response.set("X-Request-Id", requestId);
  next();
};
