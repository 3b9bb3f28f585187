const SEPARATOR = " > ";
/** Estimated word pieces of a prefix. Even if every character were a piece, the text keeps its room. */
const BUDGET = 96;
const LATIN_COST = 0.5;
const OTHER_COST = 1.5;
const FIRST_OTHER = 0x250;

/** An estimate without tokenizer, because prefixes must be the same everywhere. */
function roughCost(text: string): number {
  let cost = 0;
  for (const character of text) {
    cost += (character.codePointAt(0) ?? 0) < FIRST_OTHER ? LATIN_COST : OTHER_COST;
  }
  return cost;
}

/** The beginning of a text within a budget, cut at a word boundary if possible, and marked as shortened. */
function clip(text: string, budget: number): string {
  if (roughCost(text) <= budget) return text;
  let kept = "";
  let cost = OTHER_COST;
  for (const character of text) {
    cost += roughCost(character);
    if (cost > budget) break;
    kept += character;
  }
  const lastWord = kept.lastIndexOf(" ");
  return `${lastWord > kept.length / 2 ? kept.slice(0, lastWord) : kept}\u2026`;
}

const tidy = (text: string): string => text.replace(/\s+/gu, " ").trim();

/**
 * The text before a passage for the model: `title > heading > path` within a budget, which leaves room for
 * the passage. Headings in the middle are dropped first, starting from the outermost; then the title and the
 * innermost heading are clipped. A heading that repeats the previous one is omitted.
 */
export function shortenPath(title: string, headings: readonly string[]): string {
  const parts = [title, ...headings].map(tidy).filter((part) => part !== "");
  const path = parts.filter((part, index) => part.toLowerCase() !== parts[index - 1]?.toLowerCase());
  const costOfPath = () => roughCost(path.join(SEPARATOR));
  while (path.length > 2 && costOfPath() > BUDGET) path.splice(1, 1);
  if (costOfPath() <= BUDGET) return path.join(SEPARATOR);
  const share = (BUDGET - roughCost(SEPARATOR) * (path.length - 1)) / path.length;
  return path.map((part) => clip(part, share)).join(SEPARATOR);
}
