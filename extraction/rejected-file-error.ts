export const REJECTION_REASONS = [
  "empty",
  "unsupported_type",
  "content_mismatch",
  "encrypted",
  "macros",
  "zip_bomb",
  "corrupt",
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** A file that cannot become evidence. The message is for the person who uploaded it. */
export class RejectedFileError extends Error {
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "RejectedFileError";
    this.reason = reason;
  }
}

/** What a damaged file needs, after the sentence that says what is damaged. */
const SAVE_AGAIN = "Save or download it again, then upload that file.";

/** The refusal of a damaged file. `what` and `why` are parts of one sentence. */
export const damagedFile = (why: string, cause?: unknown, what = "file"): RejectedFileError =>
  new RejectedFileError("corrupt", `The ${what} is damaged: ${why}. ${SAVE_AGAIN}`, cause);
