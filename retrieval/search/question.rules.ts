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
