import type { InProgress } from "./in-progress.ts";

/**
 * Separates work that must not wait for each other: each lane is a task queue with its own slots. The first
 * has the configured name, for short work and for work that began before there were lanes.
 */
export const LANES = ["quick", "mail", "files", "jobs"] as const;
export type Lane = (typeof LANES)[number];

/** What a feature says about a workflow of its own. */
export interface WorkflowDefinition {
  /** Its purpose, shown above its history in the Temporal UI. */
  summary: string;
  /** Selects what its summary says about a file ($1): `fileType`, `fileBytes` and `control`. */
  file?: string;
  /** By default, it runs on the task queue of its feature. */
  lane?: Lane;
  /**
   * Whether an administrator may start it again after it failed: it looks at its row first, so that a second
   * run does nothing twice, or says when it happened, so that a late one still helps.
   */
  retryable: boolean;
  /** The rows with a running one. The sweep starts those that are missing. */
  inProgress?: Readonly<Record<string, InProgress>>;
}

/** The workflows of a feature, by the name of their function. */
export type WorkflowDefinitions = Readonly<Record<string, WorkflowDefinition>>;
