/** The error codes of the contract (section 7), each with the HTTP status it answers by default. */
const STATUS_OF_CODE = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF_CODE;
export type ErrorDetails = Record<string, unknown>;

/** What is wrong with an access token that was shown, in the words of RFC 6750, 3.1. */
export type TokenProblem = { error: "invalid_token" } | { error: "insufficient_scope"; scope: string };

/** An error with a meaning for the caller. Anything else that is thrown answers INTERNAL_ERROR without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Part of ordinary operation, such as a service that is starting: nobody need read of it in a log. */
  readonly expected: boolean;
  /** Seconds after which to try again, for the header of that name; null when nobody can say. */
  readonly retryAfter: number | null;
  /** For the challenge of the answer; null where no token was shown, or another one would not help. */
  readonly tokenProblem: TokenProblem | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      status?: number;
      details?: ErrorDetails;
      cause?: unknown;
      expected?: boolean;
      retryAfter?: number;
      tokenProblem?: TokenProblem | null;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = options.status ?? STATUS_OF_CODE[code];
    this.details = options.details ?? {};
    this.expected = options.expected ?? false;
    this.retryAfter = options.retryAfter ?? null;
    this.tokenProblem = options.tokenProblem ?? null;
  }
}

export interface FieldError {
  /** Dotted path of the field, as the caller sent it. */
  field: string;
  error: string;
}

/** 400 with `details: {field, error}` for the first problem and all of them in `details.errors`. */
export function invalid(...errors: [FieldError, ...FieldError[]]): AppError {
  const [first] = errors;
  const details = { field: first.field, error: first.error, errors };
  return new AppError("VALIDATION_ERROR", `${first.field}: ${first.error}`, { details });
}

/** 404, also for things that exist but that the caller may not see. */
export const notFound = (what: string, cause?: unknown) =>
  new AppError("NOT_FOUND", `${what} not found`, { cause });

export const unauthorized = (message = "Authentication required") => new AppError("UNAUTHORIZED", message);

/** 401 for an access token that is malformed, wrong, expired or revoked. */
export const invalidToken = (message: string) =>
  new AppError("UNAUTHORIZED", message, { tokenProblem: { error: "invalid_token" } });

/** 403 for a credential without the scope that this takes. */
export const insufficientScope = (message: string, scope: string, cause?: unknown) =>
  new AppError("FORBIDDEN", message, { cause, tokenProblem: { error: "insufficient_scope", scope } });

export const forbidden = (message = "You may not do this", cause?: unknown) =>
  new AppError("FORBIDDEN", message, { cause });

/** 403 for somebody who may do this, but must show first that it is still them. */
export const signInAgain = (message: string, cause?: unknown) =>
  new AppError("FORBIDDEN", message, { cause, details: { reason: "sign_in_again" } });

export const conflict = (message: string, details: ErrorDetails = {}) =>
  new AppError("CONFLICT", message, { details });

export const unavailable = (message: string, cause?: unknown) =>
  new AppError("SERVICE_UNAVAILABLE", message, { cause });
