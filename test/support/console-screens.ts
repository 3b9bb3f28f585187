import type { ConsoleStage } from "./console-stage.ts";

/** Every screen behind the sign-in, and what is there when it is. */
export const consoleScreens = (stage: ConsoleStage): [name: string, path: string, text: string][] => [
  ["home", "/", "Waiting for your review"],
  ["projects", "/projects", "Example Cloud: SOC 2"],
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
  ["nowhere", "/no/such/page", "There is no page here"],
];
