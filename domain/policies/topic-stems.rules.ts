/** Words that do not indicate the topic. */
const COMMON = new Set([
  "about",
  "after",
  "their",
  "there",
  "these",
  "those",
  "which",
  "while",
  "every",
  "before",
]);

/** The beginnings of the words that indicate the topic of these texts. */
export const stemsOf = (...texts: readonly string[]): Set<string> =>
  new Set(
    (
      texts
        .join(" ")
        .toLowerCase()
        .match(/\p{L}{5,}/gu) ?? []
    )
      .filter((word) => !COMMON.has(word))
      .map((word) => word.slice(0, 6)),
  );
