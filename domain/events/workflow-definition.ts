import type { InProgress } from "./in-progress.ts";

/**
 * Separates kinds of work that must not wait for each other: each lane is a task queue with its own slots.
 * The first lane has the configured name; it is for short work, and for work that began before lanes existed.
 */
export const LANES = ["quick", "mail", "files", "jobs"] as const;
export type Lane = (typeof LANES)[number];

/** The declaration of a workflow by its feature. */
export interface WorkflowDefinition {
  /** Its purpose, shown above its history in the Temporal UI. */
  summary: string;
  /** Selects what its summary says about a file ($1): `fileType`, `fileBytes` and `control`. */
  file?: string;
  /** By default, it runs on the task queue of its feature. */
  lane?: Lane;
  /**
   * Whether an administrator may start it again after it failed. Requires a workflow that checks its row
   * first, so that nothing happens twice, or one that is useful even when late because it gives the time.
   */
  retryable: boolean;
  /** It waits, perhaps for years, for a date of a row: deleting the row's project cancels it. */
  endsWithProject?: true;
  /** The rows that should have a running workflow. The sweep starts missing ones. */
  inProgress?: Readonly<Record<string, InProgress>>;
}

/** The workflows of a feature, by the name of their function. */
export type WorkflowDefinitions = Readonly<Record<string, WorkflowDefinition>>;
