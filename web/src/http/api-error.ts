interface ErrorBody {
  error: { code: string; message: string; details: Record<string, unknown> };
  request_id: string;
}

/** An error with the API's message. */
export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Operators find the request in the logs by this id; null without a response. */
  readonly requestId: string | null;
  /** How long the answer took. */
  readonly waitedMs: number;

  constructor(
    status: number,
    { error, request_id: requestId }: ErrorBody | UnansweredBody,
    { waitedMs = 0 }: { waitedMs?: number } = {},
  ) {
    super(error.message);
    this.name = "ApiError";
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
    this.waitedMs = waitedMs;
  }

  static async of(response: Response, waited?: { waitedMs: number }): Promise<ApiError> {
    // A proxy in between may answer with its own JSON.
    const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
    const requestId = response.headers.get("x-request-id");
    const unreadable = { error: { code: "UNREADABLE", message: response.statusText, details: {} } };
    const details: unknown = body?.error?.details;
    const isOurs = typeof body?.error?.message === "string" && details === Object(details);
    return new ApiError(
      response.status,
      isOurs ? (body as ErrorBody) : { ...unreadable, request_id: requestId },
      waited,
    );
  }

  /** The network or the product is unavailable. */
  static unreachable(cause: unknown): ApiError {
    const message = cause instanceof Error ? cause.message : String(cause);
    return new ApiError(0, { error: { code: "UNREACHABLE", message, details: {} }, request_id: null });
  }

  /** The message as a code, for other languages; null if it has none. */
  get reason(): string | null {
    const { reason } = this.details;
    if (typeof reason === "string") return reason;
    return this.code === "RATE_LIMITED" ? "too_many_requests" : null;
  }

  /** The numbers and names in the message, for other languages. */
  get values(): Readonly<Record<string, unknown>> {
    return { ...this.details, ...(this.details["values"] as object | undefined) };
  }

  /** The user is no longer signed in. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** Someone else changed the resource since it was read. */
  get isConflict(): boolean {
    return this.status === 412;
  }

  /** A retry may help, now or later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

interface UnansweredBody {
  error: ErrorBody["error"];
  request_id: string | null;
}
