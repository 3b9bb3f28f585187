/** The purpose of each workflow, shown above its history in the Temporal UI. */
const SUMMARIES = {
  ingestEvidence: "Read a file into the search index",
  refreshEvidence: "Take over what people changed about a file",
  withdrawEvidence: "Remove what belongs to a deleted or replaced file",
  watchEvidenceExpiry: "Wait for the day on which evidence expires",
  apiKeyRotation: "Remind of an API key's rotation, and disable the key when it is overdue",
  expireAcceptance: "Reopen a finding when its acceptance ends",
  passwordReset: "Mail a link to a new password",
  sendInvitation: "Mail an invitation",
  notifySecurityChange: "Mail word of a changed sign-in",
  notifyWebhookDisabled: "Mail word of a webhook that was turned off",
  watchMilestone: "Remind of a milestone, and note when it is missed",
  deleteProject: "Remove a project with its files",
  buildReport: "Build a report, and remove it when it expires",
  runAssistantJob: "Write a text about a project",
  answerQuestionnaire: "Answer a questionnaire from evidence",
  dispatchWebhooks: "Try deliveries to webhooks for the first time",
  deliverWebhook: "Try a delivery to a webhook again",
  notifySlack: "Tell Slack of an event",
  answerSlack: "Answer somebody in Slack",
  reviewFromSlack: "Carry out a review that was decided in Slack",
  handleWhatsappMessage: "Answer a message from WhatsApp",
  housekeeping: "Remove what has ended, and files without a row",
  snapshotScores: "Keep the scores of the day",
  signingKeyRotation: "Change over to the next signing key",
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
