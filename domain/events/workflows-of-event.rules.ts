import { jobWorkflowId } from "../assistant/job.rules.ts";
import { rotationWorkflowId } from "../api-keys/api-key.rules.ts";
import { expiryWorkflowId, ingestionWorkflowId, refreshWorkflowId } from "../evidence/evidence.rules.ts";
import { acceptanceWorkflowId } from "../findings/finding.rules.ts";
import { resetWorkflowId } from "../identity/password-reset.rules.ts";
import { securityChangeOf, securityChangeWorkflowId } from "../identity/security-change.rules.ts";
import { MILESTONE_CHANGED, watchWorkflowId } from "../projects/milestone.rules.ts";
import { deletionWorkflowId } from "../projects/project.rules.ts";
import { questionnaireWorkflowId } from "../questionnaires/questionnaire.rules.ts";
import { reportWorkflowId } from "../reports/report.rules.ts";
import { disabledNoticeWorkflowId } from "../webhooks/webhook.rules.ts";
import type { EventKind } from "./event-catalogue.ts";

/** A workflow to start because of an event. The id is derived from the event or its subject, so that starting twice starts once. */
export interface WorkflowStart {
  workflow:
    | "ingestEvidence"
    | "refreshEvidence"
    | "withdrawEvidence"
    | "watchEvidenceExpiry"
    | "apiKeyRotation"
    | "expireAcceptance"
    | "passwordReset"
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

export interface DispatchableEvent {
  id: string;
  kind: string;
  subjectId: string;
  /** Epoch milliseconds. */
  occurredAt: number;
  projectId: string | null;
  data: Record<string, unknown>;
}

/** Null when this very event starts nothing. */
type Starter = (event: DispatchableEvent) => WorkflowStart | null;

const inProject = ({ projectId }: DispatchableEvent) => (projectId === null ? {} : { ProjectId: projectId });

const attributes = (event: DispatchableEvent) => ({
  EvidenceId: event.subjectId,
  ...inProject(event),
});

const ingest: Starter = (event) => {
  const attempt = Number(event.data["attempt"] ?? 0);
  return {
    workflow: "ingestEvidence",
    workflowId: ingestionWorkflowId(event.subjectId, attempt),
    args: [{ evidenceId: event.subjectId, attempt }],
    searchAttributes: attributes(event),
  };
};

const refresh: Starter = (event) => {
  const revision = Number(event.data["revision"]);
  return {
    workflow: "refreshEvidence",
    workflowId: refreshWorkflowId(event.subjectId, revision),
    args: [{ evidenceId: event.subjectId, revision }],
    searchAttributes: attributes(event),
  };
};

const withdraw =
  (reason: "deleted" | "superseded"): Starter =>
  (event) => ({
    workflow: "withdrawEvidence",
    workflowId: `withdraw-${event.subjectId}-${reason}`,
    args: [{ evidenceId: event.subjectId, reason }],
    searchAttributes: attributes(event),
  });

/** Evidence without an end is not watched. */
const watchExpiry: Starter = (event) => {
  const end = (event.data["evidence"] as { expires_at: string | null }).expires_at;
  if (end === null) return null;
  const expiresAt = new Date(end);
  return {
    workflow: "watchEvidenceExpiry",
    workflowId: expiryWorkflowId(event.subjectId, expiresAt),
    args: [{ evidenceId: event.subjectId, expiresAt: expiresAt.getTime() }],
    searchAttributes: attributes(event),
  };
};

const watch = (keyId: string, issuedAt: number): WorkflowStart => ({
  workflow: "apiKeyRotation",
  workflowId: rotationWorkflowId(keyId),
  args: [{ keyId, issuedAt }],
  searchAttributes: {},
});

/** The successor is a key of its own, issued by the rotation. */
const watchSuccessor: Starter = ({ data, occurredAt }) =>
  watch((data["successor"] as { id: string }).id, occurredAt);

/** Only an acceptance has an end to wait for. */
const endAcceptance: Starter = ({ subjectId, projectId, data }) => {
  const acceptance = data["acceptance"] as { number: number; until: string } | null;
  if (acceptance === null) return null;
  const { number, until } = acceptance;
  return {
    workflow: "expireAcceptance",
    workflowId: acceptanceWorkflowId(subjectId, number),
    args: [{ findingId: subjectId, acceptance: number, until: Date.parse(until) }],
    searchAttributes: projectId === null ? {} : { ProjectId: projectId },
  };
};

const mailReset: Starter = ({ subjectId }) => ({
  workflow: "passwordReset",
  workflowId: resetWorkflowId(subjectId),
  args: [{ requestId: subjectId }],
  searchAttributes: {},
});

const tellOwner: Starter = (event) =>
  securityChangeOf(event) === null
    ? null
    : {
        workflow: "notifySecurityChange",
        workflowId: securityChangeWorkflowId(event.id),
        args: [{ eventId: event.id }],
        searchAttributes: {},
      };

const tellOfDisabledWebhook: Starter = ({ id }) => ({
  workflow: "notifyWebhookDisabled",
  workflowId: disabledNoticeWorkflowId(id),
  args: [{ eventId: id }],
  searchAttributes: {},
});

const watchMilestone: Starter = (event) => ({
  workflow: "watchMilestone",
  workflowId: watchWorkflowId(event.subjectId),
  args: [{ milestoneId: event.subjectId }],
  searchAttributes: inProject(event),
  signal: MILESTONE_CHANGED,
});

const deleteProject: Starter = (event) => ({
  workflow: "deleteProject",
  workflowId: deletionWorkflowId(event.subjectId),
  args: [{ projectId: event.subjectId }],
  searchAttributes: inProject(event),
});

const buildReport: Starter = (event) => {
  const expiresAt = Date.parse((event.data["report"] as { expires_at: string }).expires_at);
  return {
    workflow: "buildReport",
    workflowId: reportWorkflowId(event.subjectId),
    args: [{ reportId: event.subjectId, expiresAt }],
    searchAttributes: inProject(event),
  };
};

const runAssistantJob: Starter = (event) => ({
  workflow: "runAssistantJob",
  workflowId: jobWorkflowId(event.subjectId),
  args: [{ jobId: event.subjectId }],
  searchAttributes: inProject(event),
});

const answerQuestionnaire: Starter = (event) => {
  const attempt = Number(event.data["attempt"]);
  return {
    workflow: "answerQuestionnaire",
    workflowId: questionnaireWorkflowId(event.subjectId, attempt),
    args: [{ questionnaireId: event.subjectId, attempt }],
    searchAttributes: inProject(event),
  };
};

const STARTERS: Partial<Record<EventKind, Starter>> = {
  "evidence.uploaded": ingest,
  "evidence.retried": ingest,
  "evidence.updated": refresh,
  "evidence.approved": watchExpiry,
  "evidence.expiry_changed": watchExpiry,
  "evidence.deleted": withdraw("deleted"),
  "evidence.superseded": withdraw("superseded"),
  "api_key.created": ({ subjectId, occurredAt }) => watch(subjectId, occurredAt),
  "api_key.rotated": watchSuccessor,
  "finding.status_changed": endAcceptance,
  "user.password_reset_requested": mailReset,
  "user.password_reset_issued": tellOwner,
  "user.password_changed": tellOwner,
  "user.updated": tellOwner,
  "user.totp_enabled": tellOwner,
  "user.totp_disabled": tellOwner,
  "user.recovery_codes_replaced": tellOwner,
  "milestone.created": watchMilestone,
  "milestone.updated": watchMilestone,
  "milestone.achieved": watchMilestone,
  "milestone.deleted": watchMilestone,
  "project.deleted": deleteProject,
  "report.requested": buildReport,
  "webhook.disabled": tellOfDisabledWebhook,
  "ai_job.requested": runAssistantJob,
  "questionnaire.uploaded": answerQuestionnaire,
  "questionnaire.retried": answerQuestionnaire,
};

const starterOf = (kind: string): Starter | undefined =>
  Object.hasOwn(STARTERS, kind) ? STARTERS[kind as EventKind] : undefined;

/** The workflow an event calls for, or null when it only informs. */
export const workflowOfEvent = (event: DispatchableEvent): WorkflowStart | null =>
  starterOf(event.kind)?.(event) ?? null;
