import type { ModelMessage } from "../language-model/language-model.ts";

/** The latest messages, as far as they fit into a model's context. */
export const MOST_MESSAGES = 10;
const MOST_CHARACTERS = 8_000;

export interface HistoryMessage {
  author: "user" | "assistant";
  text: string;
}

/** The end of a conversation for a model, beginning with a message of the user. */
export function historyFor(said: readonly HistoryMessage[]): ModelMessage[] {
  const kept: HistoryMessage[] = [];
  let left = MOST_CHARACTERS;
  for (const message of said.slice(-MOST_MESSAGES).toReversed()) {
    left -= message.text.length;
    if (left < 0) break;
    kept.unshift(message);
  }
  const first = kept.findIndex(({ author }) => author === "user");
  return (first < 0 ? [] : kept.slice(first)).map(({ author, text }) =>
    author === "user" ? { role: "user", text } : { role: "assistant", text, toolCalls: [] },
  );
}
