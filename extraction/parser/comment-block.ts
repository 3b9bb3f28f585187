import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";

export interface Comment {
  /** May be empty. */
  author: string;
  text: string;
}

/** A comment as text that names its author, and its place in `on` if it has one; none if it is empty. */
export function commentBlock(
  comment: Comment,
  { on = "", page = null }: { on?: string; page?: number | null } = {},
): Block[] {
  const [author, text] = [cleanText(comment.author), cleanText(comment.text)];
  const title = `Comment${author === "" ? "" : ` by ${author}`}${on === "" ? "" : ` on ${on}`}`;
  return text === "" ? [] : [{ kind: "paragraph", text: `${title}: ${text}`, page }];
}
