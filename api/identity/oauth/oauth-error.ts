import type { Response } from "express";
import { z } from "zod";
import type { ErrorWriter } from "../../../platform/web/answer-errors.ts";
import { AppError, type ErrorCode } from "../../../platform/errors.ts";
import { quotable } from "../../../platform/web/bearer-challenge.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";

/** The error codes of RFC 6749 (4.1.2.1 and 5.2). */
export type OauthErrorName =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "unsupported_token_type"
  | "invalid_scope"
  | "access_denied"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "server_error"
  | "temporarily_unavailable";

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

const NAME_OF_CODE: Partial<Record<ErrorCode, OauthErrorName>> = {
  UNAUTHORIZED: "invalid_client",
  RATE_LIMITED: "temporarily_unavailable",
  SERVICE_UNAVAILABLE: "temporarily_unavailable",
  INTERNAL_ERROR: "server_error",
};

export const oauthErrorName = (error: AppError): OauthErrorName =>
  error instanceof OauthError ? error.error : (NAME_OF_CODE[error.code] ?? "invalid_request");

const OauthErrorBody = z
  .object({ error: z.string(), error_description: z.string() })
  .register(schemaNames, { id: "OauthErrorBody" });

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
