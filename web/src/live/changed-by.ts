/**
 * The queries that an event changes: the first parts of their keys, by the first part of the event's kind.
 * Every event of a project also appears in its activity.
 */
export const CHANGED_BY: Readonly<Record<string, readonly string[]>> = {
  agent: [],
  ai_job: ["suggestions"],
  api_key: ["api-keys"],
  control: ["controls", "compliance", "suggestions"],
  conversation: ["conversations"],
  evidence: ["evidence", "controls", "compliance", "projects", "permissions", "suggestions"],
  finding: ["findings", "compliance", "projects", "permissions"],
  framework: ["frameworks", "projects"],
  identity_provider: ["identity-providers"],
  integration: ["integrations"],
  invitation: ["invitations", "users"],
  linked_account: ["linked-accounts", "me"],
  milestone: ["projects"],
  oauth_client: ["oauth-clients"],
  ping: [],
  policy: ["policies", "permissions"],
  project: ["projects", "controls", "findings", "compliance", "people", "permissions"],
  questionnaire: ["questionnaires"],
  report: ["reports"],
  risk: ["compliance", "projects"],
  score: ["compliance", "projects"],
  signing_key: [],
  user: ["users", "people", "profile", "me"],
  webhook: ["webhooks"],
  workflow: ["workflows"],
};

const EVERYTHING = [...new Set(Object.values(CHANGED_BY).flat())];

/** With a project, all that was in it is gone. An unknown kind, of a newer version, changes nothing on this page. */
export const changedBy = (kind: string): readonly string[] => [
  ...(kind === "project.deleted" ? EVERYTHING : (CHANGED_BY[kind.split(".")[0]!] ?? [])),
  "events",
];
