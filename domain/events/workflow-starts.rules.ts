import { jobWorkflowId } from "../assistant/job.rules.ts";
import { rotationWorkflowId } from "../api-keys/api-key.rules.ts";
import { expiryWorkflowId, ingestionWorkflowId, refreshWorkflowId } from "../evidence/evidence.rules.ts";
import { acceptanceWorkflowId } from "../findings/finding.rules.ts";
import { resetWorkflowId } from "../identity/password-reset.rules.ts";
import { securityChangeWorkflowId } from "../identity/security-change.rules.ts";
import { MILESTONE_CHANGED, watchWorkflowId } from "../projects/milestone.rules.ts";
import { deletionWorkflowId } from "../projects/project.rules.ts";
import { questionnaireWorkflowId } from "../questionnaires/questionnaire.rules.ts";
import { reportWorkflowId } from "../reports/report.rules.ts";
import { disabledNoticeWorkflowId } from "../webhooks/webhook.rules.ts";

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
interface Subject {
  id: string;
  projectId: string | null;
}

const inProject = ({ projectId }: Subject) => (projectId === null ? {} : { ProjectId: projectId });
const ofEvidence = (subject: Subject) => ({ EvidenceId: subject.id, ...inProject(subject) });

/** How each workflow is started. */
export const workflowStarts = {
  ingest: (subject: Subject, attempt: number): WorkflowStart => ({
    workflow: "ingestEvidence",
    workflowId: ingestionWorkflowId(subject.id, attempt),
    args: [{ evidenceId: subject.id, attempt }],
    searchAttributes: ofEvidence(subject),
  }),
  refresh: (subject: Subject, revision: number): WorkflowStart => ({
    workflow: "refreshEvidence",
    workflowId: refreshWorkflowId(subject.id, revision),
    args: [{ evidenceId: subject.id, revision }],
    searchAttributes: ofEvidence(subject),
  }),
  withdraw: (subject: Subject, reason: "deleted" | "superseded"): WorkflowStart => ({
    workflow: "withdrawEvidence",
    workflowId: `withdraw-${subject.id}-${reason}`,
    args: [{ evidenceId: subject.id, reason }],
    searchAttributes: ofEvidence(subject),
  }),
  watchExpiry: (subject: Subject, expiresAt: Date): WorkflowStart => ({
    workflow: "watchEvidenceExpiry",
    workflowId: expiryWorkflowId(subject.id, expiresAt),
    args: [{ evidenceId: subject.id, expiresAt: expiresAt.getTime() }],
    searchAttributes: ofEvidence(subject),
  }),
  watchKey: (keyId: string, issuedAt: number): WorkflowStart => ({
    workflow: "apiKeyRotation",
    workflowId: rotationWorkflowId(keyId),
    args: [{ keyId, issuedAt }],
    searchAttributes: {},
  }),
  endAcceptance: (
    subject: Subject,
    { acceptance, until }: { acceptance: number; until: number },
  ): WorkflowStart => ({
    workflow: "expireAcceptance",
    workflowId: acceptanceWorkflowId(subject.id, acceptance),
    args: [{ findingId: subject.id, acceptance, until }],
    searchAttributes: inProject(subject),
  }),
  mailReset: (requestId: string): WorkflowStart => ({
    workflow: "passwordReset",
    workflowId: resetWorkflowId(requestId),
    args: [{ requestId }],
    searchAttributes: {},
  }),
  mailSecurityChange: (eventId: string): WorkflowStart => ({
    workflow: "notifySecurityChange",
    workflowId: securityChangeWorkflowId(eventId),
    args: [{ eventId }],
    searchAttributes: {},
  }),
  mailDisabledWebhook: (eventId: string): WorkflowStart => ({
    workflow: "notifyWebhookDisabled",
    workflowId: disabledNoticeWorkflowId(eventId),
    args: [{ eventId }],
    searchAttributes: {},
  }),
  watchMilestone: (subject: Subject): WorkflowStart => ({
    workflow: "watchMilestone",
    workflowId: watchWorkflowId(subject.id),
    args: [{ milestoneId: subject.id }],
    searchAttributes: inProject(subject),
    signal: MILESTONE_CHANGED,
  }),
  deleteProject: (subject: Subject): WorkflowStart => ({
    workflow: "deleteProject",
    workflowId: deletionWorkflowId(subject.id),
    args: [{ projectId: subject.id }],
    searchAttributes: inProject(subject),
  }),
  buildReport: (subject: Subject, expiresAt: number): WorkflowStart => ({
    workflow: "buildReport",
    workflowId: reportWorkflowId(subject.id),
    args: [{ reportId: subject.id, expiresAt }],
    searchAttributes: inProject(subject),
  }),
  runAssistantJob: (subject: Subject): WorkflowStart => ({
    workflow: "runAssistantJob",
    workflowId: jobWorkflowId(subject.id),
    args: [{ jobId: subject.id }],
    searchAttributes: inProject(subject),
  }),
  answerQuestionnaire: (subject: Subject, attempt: number): WorkflowStart => ({
    workflow: "answerQuestionnaire",
    workflowId: questionnaireWorkflowId(subject.id, attempt),
    args: [{ questionnaireId: subject.id, attempt }],
    searchAttributes: inProject(subject),
  }),
};
