import type { types } from "@slack/bolt";
import { mrkdwn } from "./mrkdwn.ts";
import { mrkdwnLine } from "./mrkdwn-line.ts";
import { remark, section, type SlackMessage } from "./slack-message.ts";

export const APPROVE = "evidence_approve";
export const REJECT = "evidence_reject";

export interface ReviewSubject {
  evidenceId: string;
  title: string;
  fileName: string;
  projectName: string;
  pageUrl: string;
}

export interface ReviewOutcome {
  decision: "approve" | "reject";
  /** A mention, or words. */
  by: string;
  at: Date;
  note: string;
}

const headOf = ({ title, fileName, projectName, pageUrl }: ReviewSubject): string =>
  `*Evidence for ${mrkdwnLine(projectName, 200)}*\n<${mrkdwn(pageUrl, 500)}|${mrkdwnLine(title, 300).replaceAll("|", "¦")}> (${mrkdwnLine(fileName, 300)})`;

const fallback = ({ title, projectName }: ReviewSubject): string =>
  `Evidence for ${mrkdwnLine(projectName, 200)}: ${mrkdwnLine(title, 300)}`;

const buttons = (evidenceId: string): types.ActionsBlock => ({
  type: "actions",
  elements: [
    {
      type: "button",
      action_id: APPROVE,
      style: "primary",
      value: evidenceId,
      text: { type: "plain_text", text: "Approve" },
    },
    {
      type: "button",
      action_id: REJECT,
      style: "danger",
      value: evidenceId,
      text: { type: "plain_text", text: "Reject" },
    },
  ],
});

/** Evidence that needs a decision. */
export const askForReview = (subject: ReviewSubject): SlackMessage => ({
  text: fallback(subject),
  blocks: [section(headOf(subject)), buttons(subject.evidenceId)],
});

/** Slack shows the time in the reader's own time zone. */
const moment = (at: Date): string =>
  `<!date^${Math.floor(at.getTime() / 1_000)}^{date_short_pretty} {time}|${at.toISOString()}>`;

/** The same message after the decision, without buttons: who decided what, when and why. */
export function reviewedMessage(
  subject: ReviewSubject,
  { decision, by, at, note }: ReviewOutcome,
): SlackMessage {
  const done = decision === "approve" ? "Approved" : "Rejected";
  const why = note === "" ? "" : `\n${mrkdwn(note, 2_200)}`;
  return {
    text: `${fallback(subject)}: ${done.toLowerCase()}`,
    blocks: [section(headOf(subject)), remark(`*${done}* by ${by}, ${moment(at)}${why}`)],
  };
}
