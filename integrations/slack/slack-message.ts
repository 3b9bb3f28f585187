import type { types } from "@slack/bolt";

/** A message as Slack takes it: blocks, and what notifications and screen readers say instead. */
export interface SlackMessage {
  text: string;
  blocks: types.KnownBlock[];
}

/** `text` is mrkdwn already, and at most 3,000 characters long: more Slack refuses. */
export const section = (text: string): types.SectionBlock => ({
  type: "section",
  text: { type: "mrkdwn", text, verbatim: true },
});

export const remark = (text: string): types.ContextBlock => ({
  type: "context",
  elements: [{ type: "mrkdwn", text, verbatim: true }],
});
