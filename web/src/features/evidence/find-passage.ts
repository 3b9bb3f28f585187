/** A part of a text item of a page: shares of its length, 0 to 1. */
export interface MarkedPart {
  item: number;
  from: number;
  to: number;
}

interface Letters {
  text: string;
  /** For each letter, the item and the position in it. */
  places: { item: number; at: number }[];
}

/**
 * Only letters and digits count, without their marks: two readers of a PDF disagree about spaces, hyphens,
 * ligatures and composed letters. Each character gives the same letters alone as in its text.
 */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    // At the end of a word only.
    .replaceAll("ς", "σ");

function readLetters(items: readonly string[]): Letters {
  const places: Letters["places"] = [];
  let text = "";
  items.forEach((content, item) => {
    let at = 0;
    for (const character of content) {
      const letters = lettersOf(character);
      text += letters;
      for (let i = 0; i < letters.length; i += 1) places.push({ item, at });
      at += character.length;
    }
  });
  return { text, places };
}

/** The occurrence nearest to a position; -1 if there is none. */
function nearest(text: string, wanted: string, position: number): number {
  let best = -1;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (best < 0 || Math.abs(at - position) < Math.abs(best - position)) best = at;
    else break;
  }
  return best;
}

/** The parts of items from one letter to another. */
function partsBetween(
  items: readonly string[],
  { places }: Letters,
  first: number,
  end: number,
): MarkedPart[] {
  const parts = new Map<number, MarkedPart>();
  for (const { item, at } of places.slice(first, end)) {
    const length = items[item]!.length;
    const part = parts.get(item) ?? { item, from: at / length, to: 0 };
    parts.set(item, { ...part, to: (at + 1) / length });
  }
  return [...parts.values()];
}

const linesOf = (text: string): string[] => text.split(/\n+/u);
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s+/u);

/**
 * Finds a passage among the text items of its page. `start` is its position in the text of the page, which
 * decides between repetitions. A passage that is interrupted on the page is found line by line, or sentence
 * by sentence; the result is empty if the page contains none of it.
 */
export function findPassage(items: readonly string[], passage: string, start: number): MarkedPart[] {
  const letters = readLetters(items);
  const share = lettersOf(passage).length / Math.max(1, passage.length);
  for (const pieces of [[passage], linesOf(passage), sentencesOf(passage)]) {
    let position = start * share;
    const parts = pieces.flatMap((piece) => {
      const wanted = lettersOf(piece);
      const at = wanted === "" ? -1 : nearest(letters.text, wanted, position);
      if (at < 0) return [];
      position = at + wanted.length;
      return partsBetween(items, letters, at, at + wanted.length);
    });
    if (parts.length > 0) return parts;
  }
  return [];
}
