import type { Outcome } from "./patient-client.ts";

export const WRITES = [
  "evidence.upload",
  "evidence.review",
  "evidence.delete",
  "finding.create",
  "finding.comment",
] as const;
export type WriteKind = (typeof WRITES)[number];

/** One write and what its caller was told. */
export interface Entry {
  kind: WriteKind;
  /** The title or text of what it makes; nothing else bears it. */
  mark: string;
  actorId: string;
  projectId: string;
  /** What it changes; null for what it makes. */
  subjectId: string | null;
  /** Of a review: approve or reject. */
  wanted: string | null;
  outcome: Outcome;
}

/** What was asked of the product and what it answered, as callers remember it. */
export interface Ledger {
  writes: Entry[];
  searches: { answered: number; degraded: number; away: number };
  /** What a search must never do: show what is another project's, or miss what had been read. */
  leaks: string[];
  misses: string[];
  /** Answers that no fault excuses: 500. */
  errors: string[];
}

export const emptyLedger = (): Ledger => ({
  writes: [],
  searches: { answered: 0, degraded: 0, away: 0 },
  leaks: [],
  misses: [],
  errors: [],
});

/** The id of what an acknowledged write made. */
export const createdId = ({ outcome }: Entry): string | null =>
  outcome.kind === "acknowledged" ? (outcome.data as { id: string }).id : null;
