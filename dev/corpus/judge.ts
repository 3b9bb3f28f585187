import { z } from "zod";

/** What a manifest says about a file: whether the upload takes it, how it ends, and words its text must hold. */
export const Manifest = z.array(
  z.object({
    file: z.string(),
    upload: z.enum(["accepted", "rejected", "either"]),
    final: z.enum(["COMPLETED", "FAILED", "either"]).nullable(),
    text: z.array(z.string()).default([]),
  }),
);

export type Expectation = z.infer<typeof Manifest>[number];

/** What became of a file. */
export type Outcome =
  | { kind: "rejected"; reason: string }
  | { kind: "failed"; reason: string }
  | { kind: "completed"; text: string }
  | { kind: "broken"; reason: string };

/** These are never right: the parser ended by itself, or did not end, or an error nobody foresaw. */
export const BROKEN_REASONS: ReadonlySet<string> = new Set(["crashed", "timeout", "aborted"]);

const plain = (text: string) => text.replace(/\s+/g, " ");

/** Null when the outcome is as expected, else what is wrong in a few words. Without an expectation only crashes count. */
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
