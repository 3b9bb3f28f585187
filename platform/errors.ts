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

/** An error with a meaning for the caller. Anything else that is thrown answers INTERNAL_ERROR without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Part of ordinary operation, such as a service that is starting: nobody need read of it in a log. */
  readonly expected: boolean;
  /** Seconds after which to try again, for the header of that name; null when nobody can say. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      status?: number;
      details?: ErrorDetails;
      cause?: unknown;
      expected?: boolean;
      retryAfter?: number;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = options.status ?? STATUS_OF_CODE[code];
    this.details = options.details ?? {};
    this.expected = options.expected ?? false;
    this.retryAfter = options.retryAfter ?? null;
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

export const forbidden = (message = "You may not do this", cause?: unknown) =>
  new AppError("FORBIDDEN", message, { cause });

export const conflict = (message: string, details: ErrorDetails = {}) =>
  new AppError("CONFLICT", message, { details });

export const unavailable = (message: string, cause?: unknown) =>
  new AppError("SERVICE_UNAVAILABLE", message, { cause });
