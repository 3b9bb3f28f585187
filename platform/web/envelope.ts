import type { Response } from "express";
import { z } from "zod";
import type { AppError } from "../errors.ts";

const stamped = { timestamp: z.iso.datetime(), request_id: z.string() };

/** The success envelope of the contract (2.1), whatever its data. */
export const SuccessEnvelope = z.looseObject({
  success: z.literal(true),
  message: z.string().optional(),
  ...stamped,
});

/** The error envelope of the contract (7). */
export const ErrorEnvelope = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).meta({ description: "For validation: field, error, errors" }),
  }),
  ...stamped,
});

const stamp = (requestId: string) => ({ timestamp: new Date().toISOString(), request_id: requestId });

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
