import type { types } from "@slack/bolt";
import type { Texts } from "../../domain/texts/en.ts";
import type { ChatAnswer, ChatItem } from "../chat/chat-answer.ts";
import { mrkdwn } from "./mrkdwn.ts";
import { mrkdwnLine } from "./mrkdwn-line.ts";

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

/** Of 50 blocks, one is the title, one the number of omitted items and one the hint. */
const MAX_ITEMS = 47;
const TITLE = 300;
/** Leaves room for a title and its link. */
const TEXT = 2_300;

const itemOf = ({ title, text, url }: ChatItem): string => {
  const name = mrkdwnLine(title, TITLE);
  const head = url === undefined ? `*${name}*` : `<${mrkdwn(url, TITLE)}|${name.replaceAll("|", "¦")}>`;
  return text === "" ? head : `${head}\n${mrkdwn(text, TEXT)}`;
};

/** An answer as a Slack message: text of people and documents is escaped, and cut to Slack's limits. */
export function toMessage({ title, text, items, hint }: ChatAnswer, { chats }: Texts): SlackMessage {
  const head = itemOf({ title, text });
  const left = items.length - MAX_ITEMS;
  return {
    text: mrkdwnLine(title, TITLE),
    blocks: [
      section(head),
      ...items.slice(0, MAX_ITEMS).map((item) => section(itemOf(item))),
      ...(left > 0 ? [remark(chats.andMore(left))] : []),
      ...(hint === "" ? [] : [remark(mrkdwn(hint, TEXT))]),
    ],
  };
}
