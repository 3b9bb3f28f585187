/** The action that determines who sees the rows of a table. */
export const READ = {
  projects: "project.read",
  evidence: "evidence.read",
  findings: "finding.read",
  reports: "report.read",
  policies: "policy.read",
  // Each has one text, under its own id.
  policy_versions: "policy.read",
  questionnaires: "questionnaire.read",
  // Each has one question, under its own id.
  questionnaire_items: "questionnaire.read",
  api_keys: "api_key.read",
  audit_entries: "audit_log.read",
  events: "event.read",
  webhooks: "webhook.read",
  ai_conversations: "conversation.read",
  ai_jobs: "ai_job.read",
  notifications: "notification.read",
} as const;
/** No role that serves callers changes these: test/audit-verify.test.ts. */
export const READ_ONLY = "audit_entries";
export type Table = keyof typeof READ | "evidence_chunks";
/** The tables behind row-level security that callers change. */
export const TABLES = [...(Object.keys(READ) as Table[]), "evidence_chunks" as const].filter(
  (table) => table !== READ_ONLY,
);
