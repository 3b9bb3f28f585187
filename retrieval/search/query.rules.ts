import { beginningOf } from "../../platform/beginning-of.ts";

const ASKS = new Set(
  (
    "who whom whose what when where why which how do does did is are was were can could may must shall " +
    "will would should has have"
  ).split(" "),
);

/** No question is this long, and each of its words is compared with each word of the hits. */
const LONGEST_QUESTION = 400;

/**
 * Whether the query is a question (`who reviews access?`) rather than a description (`quarterly access
 * reviews`, the text of a requirement). A question shares few words with its answer, so comparing words in
 * context helps; for descriptions it only adds noise.
 */
export function isQuestion(query: string): boolean {
  const text = query.trim();
  if (text.length > LONGEST_QUESTION) return false;
  if (text.endsWith("?")) return true;
  const [first = ""] = text.toLowerCase().match(/^\p{L}+/u) ?? [];
  return ASKS.has(first);
}

/** The embedding model's maximum input in word pieces; a word has at least one. */
const MAX_WORDS = 256;
/** Some single characters expand to whole phrases when words are compared. */
const MAX_CHARACTERS = 4_000;
const WORD = /[\p{L}\p{N}]+/gu;

/** The part of a query that a model can read: the rest would cost time and find nothing. */
export function readableQuery(text: string): string {
  const written = text.normalize("NFKC");
  const query = written.length > MAX_CHARACTERS ? beginningOf(written, MAX_CHARACTERS) : text;
  let words = 0;
  for (const { 0: word, index } of query.matchAll(WORD))
    if (++words === MAX_WORDS) return query.slice(0, index + word.length);
  return query;
}
