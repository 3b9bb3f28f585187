import type { Feature } from "../feature.ts";
import { SlackInstallation } from "./slack-installation.entity.ts";
import { WaitingSlackNotice } from "./waiting-slack-notice.entity.ts";
import { slackWorkflows } from "./slack.workflows.ts";

export const slack = {
  entities: [SlackInstallation, WaitingSlackNotice],
  workflows: slackWorkflows,
  expires: { slack_installations: "expires_at < ?" },
  queue: "slack",
} satisfies Feature;
