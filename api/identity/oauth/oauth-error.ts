import type { Response } from "express";
import { z } from "zod";
import type { OauthErrorName, OauthProblem } from "../../../domain/identity/oauth-problem.rules.ts";
import type { ErrorWriter } from "../../../platform/web/answer-errors.ts";
import { AppError, type ErrorCode } from "../../../platform/errors.ts";
import { quotable } from "../../../platform/web/bearer-challenge.ts";
import { defineView } from "../../define-schemas.ts";

/** An error with an OAuth error code. */
export class OauthError extends AppError {
  readonly error: OauthErrorName;

  constructor(error: OauthErrorName, description: string) {
    const isClient = error === "invalid_client";
    super(isClient ? "UNAUTHORIZED" : "VALIDATION_ERROR", description, { status: isClient ? 401 : 400 });
    this.name = "OauthError";
    this.error = error;
  }
}

/** Throws the problem, if there is one. */
export function refuseProblem(problem: OauthProblem | null): void {
  if (problem !== null) throw new OauthError(...problem);
}

const NAME_OF_CODE: Partial<Record<ErrorCode, OauthErrorName>> = {
  UNAUTHORIZED: "invalid_client",
  RATE_LIMITED: "temporarily_unavailable",
  SERVICE_UNAVAILABLE: "temporarily_unavailable",
  INTERNAL_ERROR: "server_error",
};

export const oauthErrorName = (error: AppError): OauthErrorName =>
  error instanceof OauthError ? error.error : (NAME_OF_CODE[error.code] ?? "invalid_request");

const OauthErrorBody = defineView("OauthErrorBody", { error: z.string(), error_description: z.string() });

/** Writes errors as RFC 6749, 5.2 requires: a bare object that is not cached. */
export const writeOauthError: ErrorWriter = Object.assign(
  (response: Response, error: AppError) => {
    response.set({ "Cache-Control": "no-store", Pragma: "no-cache" });
    if (error.status === 401) response.set("WWW-Authenticate", 'Basic realm="oauth", charset="UTF-8"');
    const body: z.infer<typeof OauthErrorBody> = {
      error: oauthErrorName(error),
      error_description: quotable(error.message),
    };
    response.status(error.status).json(body);
  },
  { mediaType: "application/json", schema: OauthErrorBody },
);
