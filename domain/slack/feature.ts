import type { Feature } from "../feature.ts";
import { SlackInstallation } from "./slack-installation.entity.ts";
import { slackWorkflows } from "./slack.workflows.ts";

export const slack = {
  entities: [SlackInstallation],
  workflows: slackWorkflows,
  queue: "slack",
} satisfies Feature;
