import type { Texts } from "../../domain/texts/en.ts";

/** An answer for a chat before formatting: plain text everywhere, which the formatter escapes. */
export interface ChatAnswer {
  title: string;
  /** Below the title; empty if there is none. */
  text: string;
  items: readonly ChatItem[];
  /** A suggested next step; empty if there is none. */
  hint: string;
}

export interface ChatItem {
  title: string;
  text: string;
  url?: string;
}

export const answer = (
  title: string,
  { text = "", items = [], hint = "" }: Partial<Omit<ChatAnswer, "title">> = {},
): ChatAnswer => ({ title, text, items, hint });

/** The answer after a permanent failure, so that no one waits for one that never comes. */
export const sorry = ({ chats: { failed } }: Texts): ChatAnswer =>
  answer(failed.title, { hint: failed.hint });
