import type { Outcome } from "./patient-client.ts";

export const WRITES = [
  "evidence.upload",
  "evidence.review",
  "evidence.delete",
  "finding.create",
  "finding.comment",
] as const;
export type WriteKind = (typeof WRITES)[number];

/** A write and its acknowledgement. */
export interface Entry {
  kind: WriteKind;
  /** The title or text of the created row, used nowhere else. */
  mark: string;
  actorId: string;
  projectId: string;
  /** The changed row; null for a creation. */
  subjectId: string | null;
  /** For a review: approve or reject. */
  wanted: string | null;
  outcome: Outcome;
}

/** The requests and answers, as callers remember them. */
export interface Ledger {
  writes: Entry[];
  /** By id; acknowledged. */
  deletedProjects: string[];
  searches: { answered: number; degraded: number; away: number };
  /** Violations of searches: results of another project, or missing evidence. */
  leaks: string[];
  misses: string[];
  /** Answers that no fault excuses: 500. */
  errors: string[];
}

export const emptyLedger = (): Ledger => ({
  writes: [],
  deletedProjects: [],
  searches: { answered: 0, degraded: 0, away: 0 },
  leaks: [],
  misses: [],
  errors: [],
});

/** The id of what an acknowledged write created. */
export const createdId = ({ outcome }: Entry): string | null =>
  outcome.kind === "acknowledged" ? (outcome.data as { id: string }).id : null;
