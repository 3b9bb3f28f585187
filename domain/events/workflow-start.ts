import type { z } from "zod";
import type { EventDefinition } from "./event-definition.ts";

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

export interface DispatchableEvent<Data = Record<string, unknown>> {
  id: string;
  kind: string;
  subjectId: string;
  /** Epoch milliseconds. */
  occurredAt: number;
  projectId: string | null;
  data: Data;
}

export const subjectOf = ({ subjectId, projectId }: DispatchableEvent<unknown>): WorkflowSubject => ({
  id: subjectId,
  projectId,
});

/** Null if this event starts nothing. A method's type, so that starters of any events can be merged. */
export type Starter<Data = Record<string, unknown>> = {
  start(event: DispatchableEvent<Data>): WorkflowStart | null;
}["start"];

/** Those of a feature's events that start a workflow. */
export type Starters<Events extends Record<string, EventDefinition> = Record<string, EventDefinition>> = {
  readonly [Kind in keyof Events]?: Starter<z.output<Events[Kind]["data"]>>;
};
