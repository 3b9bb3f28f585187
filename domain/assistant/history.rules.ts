import type { ModelMessage } from "./language-model.ts";

/** What a model is reminded of: the latest messages, as far as they fit. */
const MOST_MESSAGES = 10;
const MOST_CHARACTERS = 8_000;

export interface Said {
  author: "user" | "assistant";
  text: string;
}

/** The end of a conversation as a model is shown it, beginning with something the user said. */
export function historyFor(said: readonly Said[]): ModelMessage[] {
  const kept: Said[] = [];
  let room = MOST_CHARACTERS;
  for (const message of said.slice(-MOST_MESSAGES).toReversed()) {
    room -= message.text.length;
    if (room < 0) break;
    kept.unshift(message);
  }
  const first = kept.findIndex(({ author }) => author === "user");
  return (first < 0 ? [] : kept.slice(first)).map(({ author, text }) =>
    author === "user" ? { role: "user", text } : { role: "assistant", text, toolCalls: [] },
  );
}
