const ASKS = new Set(
  (
    "who whom whose what when where why which how do does did is are was were can could may must shall " +
    "will would should has have"
  ).split(" "),
);

/** Nobody asks at such length; and every word of a question is compared with every word of what was found. */
const LONGEST_QUESTION = 400;

/**
 * Whether people ask (`who reviews access?`) or name what they look for (`quarterly access reviews`, the text of a
 * requirement). A question shares few words with its answer, so that comparing word by word in context helps; for the
 * others, measured, it only adds noise.
 */
export function isQuestion(query: string): boolean {
  const text = query.trim();
  if (text.length > LONGEST_QUESTION) return false;
  if (text.endsWith("?")) return true;
  const [first = ""] = text.toLowerCase().match(/^\p{L}+/u) ?? [];
  return ASKS.has(first);
}
