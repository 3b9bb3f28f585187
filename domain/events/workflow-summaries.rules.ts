/** The purpose of each workflow, shown above its history in the Temporal UI. */
const SUMMARIES = {
  ingestEvidence: "Ingest a file into the search index",
  refreshEvidence: "Apply metadata changes to a file's index entries",
  withdrawEvidence: "Remove the data of a deleted or replaced file",
  watchEvidenceExpiry: "Watch for the expiry of evidence",
  apiKeyRotation: "Send reminders to rotate an API key, and disable it when overdue",
  expireAcceptance: "Reopen a finding when its acceptance ends",
  passwordReset: "Mail a password reset link",
  sendInvitation: "Mail an invitation",
  notifySecurityChange: "Mail a security notice",
  notifyWebhookDisabled: "Mail a notice about a disabled webhook",
  watchMilestone: "Send reminders of a milestone, and record when it is missed",
  deleteProject: "Remove a project with its files",
  buildReport: "Build a report, and remove it when it expires",
  runAssistantJob: "Generate a text about a project",
  answerQuestionnaire: "Answer a questionnaire from evidence",
  dispatchWebhooks: "Make the first attempt of webhook deliveries",
  deliverWebhook: "Retry a webhook delivery",
  notifySlack: "Post an event to Slack",
  answerSlack: "Answer a Slack message",
  reviewFromSlack: "Record a review decided in Slack",
  handleWhatsappMessage: "Answer a WhatsApp message",
  housekeeping: "Remove expired rows, and files without a row",
  snapshotScores: "Store a daily snapshot of scores",
  signingKeyRotation: "Rotate the signing key",
} as const;

export type SummarizedWorkflow = keyof typeof SUMMARIES;

/** The subject of a workflow, without names of people, projects or files. */
export interface WorkflowSubject {
  projectId?: string | undefined;
  control?: string | undefined;
  fileType?: string | undefined;
  fileBytes?: number | undefined;
}

/** The random end of an id; its beginning is the time. */
const shortId = (id: string): string => id.slice(-8);

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

function sizeOf(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${Number((bytes / 1_000 ** power).toFixed(1))} ${UNITS[power]}`;
}

/** For operators: what a workflow does, and to what. The memo has the same as fields. */
export function summarize(
  workflow: SummarizedWorkflow,
  { projectId, control, fileType, fileBytes }: WorkflowSubject = {},
): { staticSummary: string; memo?: Record<string, unknown> } {
  const project = projectId && shortId(projectId);
  const size = fileBytes === undefined ? undefined : sizeOf(fileBytes);
  const about = [fileType, size, control, project && `project ${project}`].filter(Boolean);
  const staticSummary = [SUMMARIES[workflow], ...about].join(" · ");
  if (about.length === 0) return { staticSummary };
  const known = Object.entries({ project, control, fileType, fileBytes }).filter(([, value]) => value);
  return { staticSummary, memo: Object.fromEntries(known) };
}
