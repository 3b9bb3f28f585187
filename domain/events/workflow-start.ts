/**
 * A workflow to start because of an event, or of the row that the event left. The id is derived from the event or its
 * subject, so that starting twice starts once. What goes along is ids and times: a history holds no names.
 */
export interface WorkflowStart {
  workflow:
    | "ingestEvidence"
    | "refreshEvidence"
    | "withdrawEvidence"
    | "watchEvidenceExpiry"
    | "apiKeyRotation"
    | "expireAcceptance"
    | "passwordReset"
    | "sendInvitation"
    | "notifySecurityChange"
    | "notifyWebhookDisabled"
    | "watchMilestone"
    | "deleteProject"
    | "buildReport"
    | "runAssistantJob"
    | "answerQuestionnaire";
  workflowId: string;
  args: [Record<string, unknown>];
  searchAttributes: { EvidenceId?: string; ProjectId?: string };
  /** Sent to the run there is, else to a new one: for workflows that follow something for as long as it lives. */
  signal?: string;
}

/** What a workflow is about, and the project it is in. */
export interface Subject {
  id: string;
  projectId: string | null;
}

export const inProject = ({ projectId }: Subject) => (projectId === null ? {} : { ProjectId: projectId });

export interface DispatchableEvent {
  id: string;
  kind: string;
  subjectId: string;
  /** Epoch milliseconds. */
  occurredAt: number;
  projectId: string | null;
  data: Record<string, unknown>;
}

export const subjectOf = ({ subjectId, projectId }: DispatchableEvent): Subject => ({
  id: subjectId,
  projectId,
});

/** Null when this very event starts nothing. */
export type Starter = (event: DispatchableEvent) => WorkflowStart | null;
/** A feature's events that start a workflow. */
export type Starters<Kind extends string = string> = Readonly<Partial<Record<Kind, Starter>>>;
