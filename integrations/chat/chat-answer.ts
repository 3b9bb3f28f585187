/** What a chat is told, before it is dressed for one: plain text everywhere, to be escaped by whoever dresses it. */
export interface ChatAnswer {
  title: string;
  /** Below the title; empty for none. */
  text: string;
  items: readonly ChatItem[];
  /** What to do next; empty for nothing. */
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
