import type { SummarizedWorkflow } from "../events/workflow-summaries.rules.ts";

/**
 * Which workflows an administrator may start again after they failed: those that look at their row first, so that a
 * second run does nothing twice, and those that say when it happened, so that a late one still helps.
 */
const RETRYABLE: Readonly<Record<SummarizedWorkflow, boolean>> = {
  ingestEvidence: true,
  refreshEvidence: true,
  withdrawEvidence: true,
  watchEvidenceExpiry: true,
  apiKeyRotation: true,
  expireAcceptance: true,
  watchMilestone: true,
  deleteProject: true,
  buildReport: true,
  runAssistantJob: true,
  answerQuestionnaire: true,
  sendInvitation: true,
  notifySecurityChange: true,
  notifyWebhookDisabled: true,
  notifySlack: true,
  // A link for a forgotten password that comes hours later helps no one: people request another.
  passwordReset: false,
  // Deliveries have a redelivery of their own.
  dispatchWebhooks: false,
  deliverWebhook: false,
  // An answer in a chat that comes hours later puzzles people.
  answerSlack: false,
  reviewFromSlack: false,
  handleWhatsappMessage: false,
  // The next run of the schedule does the same.
  housekeeping: false,
  snapshotScores: false,
  signingKeyRotation: false,
};

export const isRetryable = (type: string): boolean =>
  Object.hasOwn(RETRYABLE, type) && RETRYABLE[type as SummarizedWorkflow];

/** How a workflow may have failed. */
export const FAILED_STATUSES = ["failed", "timed_out", "terminated"] as const;
export type FailedStatus = (typeof FAILED_STATUSES)[number];
