import { securityChangeOf } from "../identity/security-change.rules.ts";
import type { EventKind } from "./event-catalogue.ts";
import { workflowStarts, type WorkflowStart } from "./workflow-starts.rules.ts";

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

const subjectOf = ({ subjectId, projectId }: DispatchableEvent) => ({ id: subjectId, projectId });

const ingest: Starter = (event) =>
  workflowStarts.ingest(subjectOf(event), Number(event.data["attempt"] ?? 0));

const refresh: Starter = (event) => workflowStarts.refresh(subjectOf(event), Number(event.data["revision"]));

const withdraw =
  (reason: "deleted" | "superseded"): Starter =>
  (event) =>
    workflowStarts.withdraw(subjectOf(event), reason);

/** Evidence without an end is not watched. */
const watchExpiry: Starter = (event) => {
  const end = (event.data["evidence"] as { expires_at: string | null }).expires_at;
  return end === null ? null : workflowStarts.watchExpiry(subjectOf(event), new Date(end));
};

/** The successor is a key of its own, issued by the rotation. */
const watchSuccessor: Starter = ({ data, occurredAt }) =>
  workflowStarts.watchKey((data["successor"] as { id: string }).id, occurredAt);

/** Only an acceptance has an end to wait for. */
const endAcceptance: Starter = (event) => {
  const acceptance = event.data["acceptance"] as { number: number; until: string } | null;
  if (acceptance === null) return null;
  const { number, until } = acceptance;
  return workflowStarts.endAcceptance(subjectOf(event), { acceptance: number, until: Date.parse(until) });
};

const tellOwner: Starter = (event) =>
  securityChangeOf(event) === null ? null : workflowStarts.mailSecurityChange(event.id);

const watchMilestone: Starter = (event) => workflowStarts.watchMilestone(subjectOf(event));

const buildReport: Starter = (event) => {
  const { expires_at } = event.data["report"] as { expires_at: string };
  return workflowStarts.buildReport(subjectOf(event), Date.parse(expires_at));
};

const answerQuestionnaire: Starter = (event) =>
  workflowStarts.answerQuestionnaire(subjectOf(event), Number(event.data["attempt"]));

const STARTERS: Partial<Record<EventKind, Starter>> = {
  "evidence.uploaded": ingest,
  "evidence.retried": ingest,
  "evidence.updated": refresh,
  "evidence.approved": watchExpiry,
  "evidence.expiry_changed": watchExpiry,
  "evidence.deleted": withdraw("deleted"),
  "evidence.superseded": withdraw("superseded"),
  "api_key.created": ({ subjectId, occurredAt }) => workflowStarts.watchKey(subjectId, occurredAt),
  "api_key.rotated": watchSuccessor,
  "finding.status_changed": endAcceptance,
  "user.password_reset_requested": ({ subjectId }) => workflowStarts.mailReset(subjectId),
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
  "project.deleted": (event) => workflowStarts.deleteProject(subjectOf(event)),
  "report.requested": buildReport,
  "webhook.disabled": ({ id }) => workflowStarts.mailDisabledWebhook(id),
  "ai_job.requested": (event) => workflowStarts.runAssistantJob(subjectOf(event)),
  "questionnaire.uploaded": answerQuestionnaire,
  "questionnaire.retried": answerQuestionnaire,
};

const starterOf = (kind: string): Starter | undefined =>
  Object.hasOwn(STARTERS, kind) ? STARTERS[kind as EventKind] : undefined;

/** The workflow an event calls for, or null when it only informs. */
export const workflowOfEvent = (event: DispatchableEvent): WorkflowStart | null =>
  starterOf(event.kind)?.(event) ?? null;
