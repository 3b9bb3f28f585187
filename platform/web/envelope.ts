import type { Response } from "express";
import type { AppError } from "../errors.ts";

const stamp = (requestId: string) => ({ timestamp: new Date().toISOString(), request_id: requestId });

/** The success envelope of the contract (2.1). */
export const successEnvelope = (requestId: string, data: unknown, message?: string) => ({
  success: true,
  ...(data === undefined ? {} : { data }),
  ...(message === undefined ? {} : { message }),
  ...stamp(requestId),
});

/** The error envelope of the contract (7). */
export const errorEnvelope = (requestId: string, error: AppError) => ({
  success: false,
  error: { code: error.code, message: error.message, details: error.details },
  ...stamp(requestId),
});

export const requestIdOf = (response: Response): string => response.locals["requestId"] as string;
