/** The error codes of the API and their default HTTP status. */
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

/** The problem of an access token, as in RFC 6750, section 3.1. */
export type TokenProblem = { error: "invalid_token" } | { error: "insufficient_scope"; scope: string };

export interface AppErrorOptions {
  /** Instead of the status of the code. */
  status?: number;
  /** A `reason` is the message as a code, for other languages, and `values` has its numbers and names. */
  details?: ErrorDetails;
  cause?: unknown;
  expected?: boolean;
  retryAfter?: number;
  tokenProblem?: TokenProblem | null;
}

/** An error with a meaning for the caller. Any other error answers INTERNAL_ERROR without its message. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Part of normal operation, such as a service that is starting: not worth a log line. */
  readonly expected: boolean;
  /** Seconds for the `Retry-After` header; null if unknown. */
  readonly retryAfter: number | null;
  /** For the challenge of the response; null if no token was sent, or another one would not help. */
  readonly tokenProblem: TokenProblem | null;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
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
  /** Dotted path of the field as the caller sent it. */
  field: string;
  error: string;
  /** The error as a code, for other languages. */
  reason?: string;
  /** The numbers and names in the sentence. */
  values?: Readonly<Record<string, unknown>>;
}

/** 400 with `details: {field, error}` for the first problem and all given ones, at least one, in `details.errors`. */
export function invalid(...errors: FieldError[]): AppError {
  const first = errors[0]!;
  const details = { ...first, errors };
  return new AppError("VALIDATION_ERROR", `${first.field}: ${first.error}`, { details });
}

/** Another status than 400, where the message alone says what is wrong with the field. */
export const refused = (status: number, field: string, message: string, cause?: unknown): AppError =>
  new AppError("VALIDATION_ERROR", message, { status, details: { field, error: message }, cause });

/** 404, also for rows that exist but are not visible to the caller. */
export const notFound = (what: string, cause?: unknown) =>
  new AppError("NOT_FOUND", `${what} not found`, { cause });

export const unauthorized = (message = "Authentication required", options: AppErrorOptions = {}) =>
  new AppError("UNAUTHORIZED", message, options);

/** 401 for an access token that is malformed, wrong, expired or revoked. */
export const invalidToken = (message: string) =>
  new AppError("UNAUTHORIZED", message, { tokenProblem: { error: "invalid_token" } });

/** 403 for a credential without the required scope. */
export const insufficientScope = (message: string, scope: string, cause: unknown) =>
  new AppError("FORBIDDEN", message, { cause, tokenProblem: { error: "insufficient_scope", scope } });

export const forbidden = (message: string, options: AppErrorOptions = {}) =>
  new AppError("FORBIDDEN", message, options);

/** 403 for a caller who has the right but must sign in again first. */
export const signInAgain = (cause: unknown) =>
  new AppError("FORBIDDEN", "Sign in again: your last sign-in must be less than ten minutes old", {
    cause,
    details: { reason: "sign_in_again" },
  });

/** 409. */
export const conflict = (message: string, details: ErrorDetails = {}) =>
  new AppError("CONFLICT", message, { details });

export const unavailable = (message: string, options: AppErrorOptions = {}) =>
  new AppError("SERVICE_UNAVAILABLE", message, options);
