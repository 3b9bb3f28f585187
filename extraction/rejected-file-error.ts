export type RejectionReason =
  | "empty"
  | "unsupported_type"
  | "content_mismatch"
  | "encrypted"
  | "macros"
  | "zip_bomb"
  | "corrupt";

/** A file that cannot become evidence. The message is for the person who uploaded it. */
export class RejectedFileError extends Error {
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "RejectedFileError";
    this.reason = reason;
  }
}
