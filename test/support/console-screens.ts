import type { ConsoleStage } from "./console-stage.ts";

/** `text` appears once the screen has loaded; `by` names the role that sees it, by default the manager. */
type Screen = [name: string, path: string, text: string, by?: "admin" | "auditor"];

/** Every screen behind the sign-in. */
export const consoleScreens = (stage: ConsoleStage): Screen[] => [
  ["home", "/", "Waiting for your review"],
  ["projects", "/projects", "Example Cloud: SOC 2"],
  ["new project", "/projects/new", "SOC 2"],
  ["project", `/projects/${stage.projectId}`, "What to do next"],
  ["score", `/projects/${stage.projectId}?why=score`, "What the score is made of"],
  ["controls", `/projects/${stage.projectId}/controls`, "CC6.1"],
  ["control", `/projects/${stage.projectId}/controls?control=CC6.1`, "Typical evidence"],
  ["evidence", `/projects/${stage.projectId}/evidence`, "Access review"],
  ["upload", `/projects/${stage.projectId}/evidence?control=CC6.1`, "Upload evidence"],
  ["one piece", `/evidence/${stage.evidence.get("Access review")}`, "About this evidence"],
  ["findings", `/projects/${stage.projectId}/findings`, "TLS 1.0 on the old host"],
  ["finding", `/projects/${stage.projectId}/findings?finding=${stage.findingId}`, "Nobody has said anything"],
  ["review", "/review", "What is asked for"],
  ["people", "/settings/people", "Morgan Manager"],
  ["API keys", "/settings/api-keys", "No API keys"],
  ["new API key", "/settings/api-keys?key=new", "Create the key"],
  ["webhooks", "/settings/webhooks", "No webhooks"],
  ["new webhook", "/settings/webhooks?webhook=new", "evidence.approved"],
  ["audit log", "/settings/audit-log", "evidence.uploaded"],
  ["integrations", "/settings/integrations", "No linked accounts", "admin"],
  ["Slack", "/settings/integrations?edit=slack", "Save the settings", "admin"],
  ["OAuth clients", "/settings/oauth-clients", "No OAuth clients", "admin"],
  ["new OAuth client", "/settings/oauth-clients?client=new", "Create the client", "admin"],
  ["identity providers", "/settings/identity-providers", "No identity providers", "admin"],
  ["new provider", "/settings/identity-providers?provider=new", "Add the provider", "admin"],
  ["system health", "/settings/system", "Events without a workflow", "admin"],
  ["failed workflows", "/settings/workflows", "Terminated", "admin"],
  ["audits", "/audits", "Example Cloud: SOC 2", "auditor"],
  ["audit room", `/audits/${stage.projectId}`, "Integrity", "auditor"],
  ["me", "/me", "Set up an authenticator app"],
  ["reports", `/projects/${stage.projectId}/reports`, "No reports"],
  ["policies", `/projects/${stage.projectId}/policies`, "No policies"],
  ["new policy", `/projects/${stage.projectId}/policies?open=new`, "Write it"],
  ["questionnaires", `/projects/${stage.projectId}/questionnaires`, "No questionnaires"],
  ["assistant", `/projects/${stage.projectId}/assistant`, "Answers come from its evidence"],
  ["nowhere", "/no/such/page", "There is no page here"],
];
