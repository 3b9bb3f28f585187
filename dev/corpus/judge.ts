import { z } from "zod";

/** A manifest's expectations of a file: whether the upload accepts it, how it ends, and words in its text. */
export const Manifest = z.array(
  z.object({
    file: z.string(),
    upload: z.enum(["accepted", "rejected", "either"]),
    final: z.enum(["COMPLETED", "FAILED", "either"]).nullable(),
    text: z.array(z.string()).default([]),
  }),
);

export type Expectation = z.infer<typeof Manifest>[number];

/** The result of a file. */
export type Outcome =
  | { kind: "rejected"; reason: string }
  | { kind: "failed"; reason: string }
  | { kind: "completed"; text: string }
  | { kind: "broken"; reason: string };

/** Never acceptable: the parser crashed or did not end, or an unexpected error. */
export const BROKEN_REASONS: ReadonlySet<string> = new Set(["crashed", "timeout", "aborted"]);

const plain = (text: string) => text.replace(/\s+/g, " ");

/**
 * Null if the result is as expected, otherwise the problem in a few words. Without an expectation, only
 * crashes count.
 */
export function judge(outcome: Outcome, expected: Expectation | undefined): string | null {
  if (outcome.kind === "broken") return outcome.reason;
  if (expected === undefined) return null;
  if (outcome.kind === "rejected")
    return expected.upload === "accepted" ? "rejected, should be accepted" : null;
  if (expected.upload === "rejected") return "accepted, should be rejected";
  if (outcome.kind === "failed") return expected.final === "COMPLETED" ? "failed, should complete" : null;
  if (expected.final === "FAILED") return "completed, should fail";
  const missing = expected.text.filter((words) => !plain(outcome.text).includes(plain(words)));
  return missing.length > 0 ? `text lacks: ${missing.join(", ")}` : null;
}
