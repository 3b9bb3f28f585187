import { beginningOf } from "../../platform/beginning-of.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";

/** A reply before it is formatted for the Graph API. */
export interface Outgoing {
  text: string;
  /** At most three. */
  buttons?: readonly { id: string; title: string }[];
}

const TEXT_MAX = 4_096;
const BUTTON_TEXT_MAX = 1_024;
const BUTTONS_MAX = 3;
const BUTTON_TITLE_MAX = 20;
const TEMPLATE_TEXT_MAX = 1_024;

/** Splits the text into pieces, at line ends if possible. */
export function splitText(text: string, max = TEXT_MAX): string[] {
  if (text.length <= max) return text === "" ? [] : [text];
  const newline = text.lastIndexOf("\n", max);
  const end = newline > 0 ? newline : max;
  // Never splits a surrogate pair.
  const whole = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
  return [text.slice(0, whole), ...splitText(text.slice(whole).replace(/^\n/, ""), max)];
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${beginningOf(text, max - 1)}…`;

/** An answer with WhatsApp's formatting. */
export function toMessages({ title, text, items, hint }: ChatAnswer): Outgoing[] {
  const lines = [
    `*${title}*`,
    text,
    ...items.map(({ title: name, text: detail, url }) =>
      [`• *${name}*: ${detail}`, ...(url === undefined ? [] : [url])].join("\n"),
    ),
    hint === "" ? "" : `_${hint}_`,
  ];
  return splitText(lines.filter((line) => line !== "").join("\n")).map((piece) => ({ text: piece }));
}

const reply = ({ id, title }: { id: string; title: string }) => ({
  type: "reply",
  reply: { id, title: cut(title, BUTTON_TITLE_MAX) },
});

/** The message part of a request to `/messages`. */
export function writeMessage({ text, buttons = [] }: Outgoing): object {
  if (buttons.length === 0) return { type: "text", text: { body: cut(text, TEXT_MAX), preview_url: false } };
  return {
    type: "interactive",
    interactive: {
      type: "button",
      body: { text: cut(text, BUTTON_TEXT_MAX) },
      action: { buttons: buttons.slice(0, BUTTONS_MAX).map(reply) },
    },
  };
}

/**
 * The same for a user whose last message is more than a day old: one text in a template, which allows no line
 * breaks.
 */
export const writeTemplate = ({ text }: Outgoing, name: string, language: string): object => ({
  type: "template",
  template: {
    name,
    language: { code: language },
    components: [
      {
        type: "body",
        parameters: [{ type: "text", text: cut(text.replace(/\s+/g, " ").trim(), TEMPLATE_TEXT_MAX) }],
      },
    ],
  },
});
