import type { types } from "@slack/bolt";

/** A message for Slack: blocks, and the text for notifications and screen readers. */
export interface SlackMessage {
  text: string;
  blocks: types.KnownBlock[];
}

/** `text` is mrkdwn and has at most 3,000 characters; Slack refuses more. */
export const section = (text: string): types.SectionBlock => ({
  type: "section",
  text: { type: "mrkdwn", text, verbatim: true },
});

export const remark = (text: string): types.ContextBlock => ({
  type: "context",
  elements: [{ type: "mrkdwn", text, verbatim: true }],
});
