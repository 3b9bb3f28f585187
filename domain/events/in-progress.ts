import type { WorkflowStart } from "./workflow-start.ts";

export interface InProgressRow {
  id: string;
  projectId: string | null;
  /** The number of the attempt, change or acceptance. */
  number: number;
  /** When it ends or began. */
  at: Date;
}

/** A kind of row that should have a running workflow, and how to start it. */
export interface InProgress {
  /** The table, as `one`, with its joins. */
  from: string;
  where: string;
  projectId?: string;
  number?: string;
  at?: string;
  start: (row: InProgressRow) => WorkflowStart;
}
