import { Parser } from "htmlparser2";
import type { Block } from "../document.ts";
import { commentBlock, type Comment } from "./comment-block.ts";

export const COMMENTS_PART = "word/comments.xml";

/** The comments of reviewers, each with its author. */
export function readComments(xml: string): Block[] {
  const comments: Comment[] = [];
  let isText = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === "w:comment") comments.push({ author: attributes["w:author"] ?? "", text: "" });
        isText = name === "w:t";
      },
      ontext(text) {
        const last = comments.at(-1);
        if (isText && last !== undefined) last.text += text;
      },
      onclosetag(name) {
        const last = comments.at(-1);
        if (name === "w:p" && last !== undefined) last.text += " ";
        isText = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return comments.flatMap((comment) => commentBlock(comment));
}
