import type { Page } from "playwright-core";
import type { ScreensStage } from "./screens-stage.ts";

interface Conditions {
  /** The role whose pictures are taken and looks are tested; by default the manager. */
  by?: "admin" | "auditor" | "manager";
  /** What opens it on its page, in any language. */
  open?: (page: Page) => Promise<void>;
  /** Only its owner, the manager, sees it. */
  isPrivate?: boolean;
}

/** `text` appears once the screen has loaded. */
export type Screen = [name: string, path: string, text: string, conditions?: Conditions];

const box = (page: Page) =>
  page.locator("main li input[type=checkbox], main td input[type=checkbox]").first();

const chooseOne = (page: Page): Promise<void> => box(page).check();

async function decideOnOne(page: Page): Promise<void> {
  await box(page).and(page.locator(":enabled")).check();
  await page.keyboard.press("Shift+R");
  await page.getByRole("textbox").last().waitFor();
}

const pressHelp = async (page: Page): Promise<void> => {
  await page.keyboard.press("Shift+?");
  await page.locator("dialog dl").waitFor();
};

const findingScreens = (stage: ScreensStage): Screen[] => [
  ["findings", `/projects/${stage.projectId}/findings`, "TLS 1.0 on the old host"],
  [
    "several findings",
    `/projects/${stage.projectId}/findings`,
    "TLS 1.0 on the old host",
    { open: chooseOne },
  ],
  ["finding", `/projects/${stage.projectId}/findings?finding=${stage.findingId}`, "No comments"],
  [
    "editing a finding",
    `/projects/${stage.projectId}/findings?finding=${stage.findingId}&edit=finding`,
    "Edit the finding",
  ],
  ["new finding", `/projects/${stage.projectId}/findings?finding=new`, "Raise it"],
];

/** Every screen behind the sign-in. */
export const consoleScreens = (stage: ScreensStage): Screen[] => [
  ["home", "/", "Waiting for your review"],
  ["projects", "/projects", "Example Cloud: SOC 2"],
  ["new project", "/projects/new", "SOC 2"],
  ["project", `/projects/${stage.projectId}`, "What to do next"],
  ["score", `/projects/${stage.projectId}?why=score`, "How the score is computed"],
  ["editing a project", `/projects/${stage.projectId}?edit=project`, "Edit the project"],
  ["milestones", `/projects/${stage.projectId}?edit=milestones`, "Milestones"],
  ["controls", `/projects/${stage.projectId}/controls`, "CC6.1"],
  ["controls board", `/projects/${stage.projectId}/controls?view=board`, "CC6.1"],
  ["controls of all projects", "/controls?owner=anyone", "CC6.1"],
  ["several controls", `/projects/${stage.projectId}/controls`, "CC1.1", { open: chooseOne }],
  ["control", `/projects/${stage.projectId}/controls?control=CC6.1`, "Typical evidence"],
  ["evidence", `/projects/${stage.projectId}/evidence`, "Access review"],
  ["upload", `/projects/${stage.projectId}/evidence?control=CC6.1`, "Upload evidence"],
  ["one piece", `/evidence/${stage.evidence.get("Access review")}`, "About this evidence"],
  [
    "editing a piece",
    `/evidence/${stage.evidence.get("Access review")}?edit=evidence`,
    "About this evidence",
  ],
  ...findingScreens(stage),
  ["review", "/review", "Requirement"],
  ["several reviews", "/review", "Requirement", { open: decideOnOne }],
  ["people", "/settings/people", "Morgan Manager"],
  ["API keys", "/settings/api-keys", "No API keys"],
  ["new API key", "/settings/api-keys?key=new", "Create the key"],
  ["webhooks", "/settings/webhooks", stage.webhookUrl],
  ["webhook", `/settings/webhooks/${stage.webhookId}`, stage.webhookUrl, { isPrivate: true }],
  ["new webhook", "/settings/webhooks?webhook=new", "evidence.approved"],
  ["audit log", "/settings/audit-log", "evidence.uploaded"],
  ["integrations", "/settings/integrations", "No linked accounts", { by: "admin" }],
  ["Slack", "/settings/integrations?edit=slack", "Save the settings", { by: "admin" }],
  ["OAuth clients", "/settings/oauth-clients", "No OAuth clients", { by: "admin" }],
  ["new OAuth client", "/settings/oauth-clients?client=new", "Create the client", { by: "admin" }],
  ["identity providers", "/settings/identity-providers", "No identity providers", { by: "admin" }],
  ["new provider", "/settings/identity-providers?provider=new", "Add the provider", { by: "admin" }],
  ["system health", "/settings/system", "Events without a workflow", { by: "admin" }],
  ["failed workflows", "/settings/workflows", "Terminated", { by: "admin" }],
  ["audits", "/audits", "Example Cloud: SOC 2", { by: "auditor" }],
  ["audit room", `/audits/${stage.projectId}`, "Integrity", { by: "auditor" }],
  ["me", "/me", "Set up an authenticator app"],
  ["reports", `/projects/${stage.projectId}/reports`, "No reports"],
  ["policies", `/projects/${stage.projectId}/policies`, "Access Control Policy"],
  ["policy", `/policies/${stage.policyId}`, "Access Control Policy"],
  ["editing a policy", `/policies/${stage.policyId}?edit=text`, "Access Control Policy"],
  ["new policy", `/projects/${stage.projectId}/policies?open=new`, "Leave empty to omit it."],
  ["questionnaires", `/projects/${stage.projectId}/questionnaires`, "Customer.xlsx"],
  ["questionnaire", `/questionnaires/${stage.questionnaireId}`, "Customer.xlsx"],
  ["assistant", `/projects/${stage.projectId}/assistant`, "Answers come from its evidence"],
  ["keys", "/", "Waiting for your review", { open: pressHelp }],
  ["nowhere", "/no/such/page", "Page not found"],
];
