import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import type { z } from "zod";
import type { Logger } from "../logger.ts";
import { AppError, unavailable } from "../errors.ts";
import { infrastructureFault } from "../database/infrastructure-fault.ts";
import { UnknownCommitError } from "../database/unknown-commit-error.ts";
import { bearerChallenge } from "./bearer-challenge.ts";
import { ErrorEnvelope, errorEnvelope, requestIdOf } from "./envelope.ts";

/** Errors of Express and its body parser have their own status. */
function fromFramework(
  error: Error & { status?: unknown; type?: unknown; limit?: unknown },
): AppError | null {
  if (typeof error.status !== "number" || error.status < 400 || error.status >= 500) return null;
  if (error.type === "entity.too.large") {
    const problem = `is larger than ${Number(error.limit) / 1024} kB`;
    return new AppError("VALIDATION_ERROR", `The request body ${problem}: send less at a time`, {
      status: 413,
      details: { field: "body", error: problem },
    });
  }
  if (error.type === "entity.parse.failed")
    return new AppError("VALIDATION_ERROR", "The request body is not valid JSON", {
      details: { field: "body", error: "not valid JSON" },
    });
  return new AppError("VALIDATION_ERROR", "The request could not be read", {
    status: error.status,
    details: { field: "request", error: error.message },
  });
}

const MAYBE_SAVED =
  "The connection to the database was lost while saving: the change may have been saved. Check, or retry with the same Idempotency-Key";

/** Infrastructure that the request needs is unavailable; the request was fine. */
function fromInfrastructure(error: unknown): AppError | null {
  const fault = infrastructureFault(error);
  if (fault === null) return null;
  if (fault === "full")
    return unavailable("Storage is full: contact an administrator", {
      status: 507,
      details: { reason: "storage_full" },
      cause: error,
    });
  if (error instanceof UnknownCommitError)
    return unavailable(MAYBE_SAVED, {
      details: { reason: "maybe_saved" },
      cause: error,
    });
  return unavailable("A dependency cannot be reached: try again shortly", {
    details: { reason: "dependency_unreachable" },
    cause: error,
  });
}

/**
 * Converts any error into one that the caller may see. The text of unexpected errors appears only in the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const known = fromInfrastructure(error) ?? (error instanceof Error ? fromFramework(error) : null);
  return (
    known ??
    new AppError("INTERNAL_ERROR", "Internal error; quote the request id when you report it", {
      cause: error,
    })
  );
}

/** Writes status, headers and body of an error response. */
export interface ErrorWriter {
  (response: Response, error: AppError): void;
  /** The media type, for the API description. */
  mediaType: string;
  schema?: z.core.$ZodType;
}

export const writeEnvelope: ErrorWriter = Object.assign(
  (response: Response, error: AppError) => {
    response.status(error.status).json(errorEnvelope(requestIdOf(response), error));
  },
  { mediaType: "application/json", schema: ErrorEnvelope },
);

/** Seconds until a retry when something is unavailable and the error does not say. */
const RETRY_AFTER = 5;

/** Outages end by themselves; only our own bugs need someone to act. */
const levelOf = ({ code, expected }: AppError): "error" | "warn" | "debug" =>
  code === "INTERNAL_ERROR" ? "error" : expected ? "debug" : "warn";

/** The error that the caller may see. Our own bugs and outages are logged. */
export function failureOf(thrown: unknown, logger: Logger, response: Response): AppError {
  const error = toAppError(thrown);
  if (error.status < 500) return error;
  const { method, path } = response.req;
  const about = { err: thrown, requestId: requestIdOf(response), method, path };
  logger[levelOf(error)](about, "request failed");
  return error;
}

/** The only error handler; `write` formats the response, by default as the error envelope. */
export function answerErrors(logger: Logger, write: ErrorWriter = writeEnvelope): ErrorRequestHandler {
  return (thrown: unknown, _request, response, _next) => {
    const error = failureOf(thrown, logger, response);
    if (response.headersSent) {
      // The status line has been sent, so closing the connection is the only way left to report the error.
      response.destroy();
      return;
    }
    const retryAfter = error.retryAfter ?? (error.status === 503 ? RETRY_AFTER : null);
    if (retryAfter !== null) response.set("Retry-After", String(retryAfter));
    const challenge = bearerChallenge(error);
    if (challenge !== null) response.set("WWW-Authenticate", challenge);
    write(response, error);
  };
}

/** No route has this path. */
export const answerUnknownPath: RequestHandler = (request, _response, next) => {
  next(new AppError("NOT_FOUND", `There is no ${request.path} here`));
};
