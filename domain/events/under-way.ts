import type { WorkflowStart } from "./workflow-start.ts";

export interface UnderWayRow {
  id: string;
  projectId: string | null;
  /** Which try, change or acceptance it is. */
  number: number;
  /** When it ends or began. */
  at: Date;
}

/** A kind of row that says that a workflow is at work on it, and how that is started. */
export interface UnderWay {
  /** The table, as `one`, with what belongs to it. */
  from: string;
  where: string;
  projectId?: string;
  number?: string;
  at?: string;
  start: (row: UnderWayRow) => WorkflowStart;
}

/** For rows of a project: nothing is started any more in one that is being deleted. */
export const NOT_LEAVING =
  "exists (select 1 from projects p where p.id = one.project_id and p.deleting_at is null)";
export const IN_PROJECT = { projectId: "one.project_id" } as const;
