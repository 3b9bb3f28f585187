/**
 * A workflow to start for an event, or for the row behind it. The id derives from the event or its subject,
 * so that a second start has no effect. The arguments are ids and times: a history contains no names.
 */
export interface WorkflowStart {
  workflow: string;
  workflowId: string;
  args: [Record<string, unknown>];
  searchAttributes: { EvidenceId?: string; ProjectId?: string };
  /** Sent to the running workflow, or to a new one: for workflows that follow something for its lifetime. */
  signal?: string;
}

/** The subject of a workflow, and its project. */
export interface WorkflowSubject {
  id: string;
  projectId: string | null;
}

export const inProject = ({ projectId }: WorkflowSubject) =>
  projectId === null ? {} : { ProjectId: projectId };

export interface DispatchableEvent {
  id: string;
  kind: string;
  subjectId: string;
  /** Epoch milliseconds. */
  occurredAt: number;
  projectId: string | null;
  data: Record<string, unknown>;
}

export const subjectOf = ({ subjectId, projectId }: DispatchableEvent): WorkflowSubject => ({
  id: subjectId,
  projectId,
});

/** Null if this event starts nothing. */
export type Starter = (event: DispatchableEvent) => WorkflowStart | null;
/** A feature's events that start a workflow. */
export type Starters<Kind extends string = string> = Readonly<Partial<Record<Kind, Starter>>>;
