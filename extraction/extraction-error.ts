import { REJECTION_REASONS } from "./rejected-file-error.ts";

export const EXTRACTION_FAILURES = [
  ...REJECTION_REASONS,
  "timeout",
  "memory",
  "output_too_large",
  "too_deep",
  "crashed",
  "aborted",
] as const;
export type ExtractionFailure = (typeof EXTRACTION_FAILURES)[number];

/** A retry can help if the machine, not the file, may be the cause. */
const RETRYABLE: ReadonlySet<ExtractionFailure> = new Set(["timeout", "crashed", "aborted"]);

/** The file, or its extracted content, exceeded a limit. */
const OVER_LIMITS: ReadonlySet<ExtractionFailure> = new Set([
  "timeout",
  "memory",
  "output_too_large",
  "too_deep",
]);

/** A document that could not be read. The message is for the person who uploaded it. */
export class ExtractionError extends Error {
  readonly reason: ExtractionFailure;
  readonly retryable: boolean;
  readonly isOverLimits: boolean;

  constructor(reason: ExtractionFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ExtractionError";
    this.reason = reason;
    this.retryable = RETRYABLE.has(reason);
    this.isOverLimits = OVER_LIMITS.has(reason);
  }
}
