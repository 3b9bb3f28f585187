/*
 * pdfmake sets the words of a line from left to right in any script; here those of Hebrew, Arabic and the like get
 * their places, by the parts of the Unicode Bidirectional Algorithm that words need. The font orders their letters.
 */

/** A word of a line as pdfmake lays it out: with its place, its width, and the width of the space at its ends. */
export interface PlacedWord {
  text: string;
  x: number;
  width: number;
  leadingCut?: number;
  trailingCut?: number;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const STRONG = /\p{L}/u;
const NUMBER = /\p{Nd}/u;
/** The font turns them with the letters of their script; but numbers run to the right. */
const ARABIC_DIGITS = /^[\u0660-\u0669\u06f0-\u06f9]+$/;
/** What belongs to a word or number; the signs around it have a side of their own. */
const IN_WORD = /[\p{L}\p{M}\p{N}%‰$€£+]/u;

const MIRRORED: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

type Kind = "right" | "left" | "number" | "neutral";

/** A word without the space after it, or such a space. */
interface Item {
  word: PlacedWord | null;
  width: number;
  kind: Kind;
}

function kindOf(text: string): Kind {
  const letter = Array.from(text).find((one) => STRONG.test(one));
  if (letter !== undefined) return RIGHT_TO_LEFT.test(letter) ? "right" : "left";
  return NUMBER.test(text) ? "number" : "neutral";
}

/** Whether a text is read from right to left: its first letter decides. */
export const isRightToLeft = (text: string): boolean => kindOf(text) === "right";

/** A word, with the space after it, apart from the signs before and after it. */
function apart(word: string): string[] {
  const letters = Array.from(word);
  const start = letters.findIndex((one) => IN_WORD.test(one));
  const end = letters.findLastIndex((one) => IN_WORD.test(one)) + 1;
  if (start < 0) return [word];
  const after = letters.slice(end).join("");
  const core = letters.slice(start, end).join("");
  const [middle, last] = after.trim() === "" ? [core + after, ""] : [core, after];
  return [letters.slice(0, start).join(""), middle, last].filter((piece) => piece !== "");
}

/** A text in the pieces that have a place of their own. */
export const wordsAndSigns = (text: string): string[] => (text.match(/\S+\s*|\s+/g) ?? []).flatMap(apart);

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

function itemsOf(words: readonly PlacedWord[]): Item[] {
  const items = words.flatMap((word): Item[] => {
    const { text, width, trailingCut = 0 } = word;
    const space: Item = { word: null, width: trailingCut, kind: "neutral" };
    return [{ word, width: width - trailingCut, kind: kindOf(text) }, ...(trailingCut > 0 ? [space] : [])];
  });
  // The space at the end of a line has no place in it.
  return items.at(-1)?.word === null ? items.slice(0, -1) : items;
}

type Side = "right" | "left";

/** The direction of each item, of numbers that of the word before them; null of spaces and signs. */
function sidesOf(items: readonly Item[], base: Side): (Side | null)[] {
  let last = base;
  return items.map(({ kind }) => {
    if (kind === "left" || kind === "right") last = kind;
    return kind === "neutral" ? null : last;
  });
}

/** The level of each item: odd ones run to the left. Spaces and signs are as the words around them, or else as the line. */
function levelsOf(items: readonly Item[], base: Side): number[] {
  const sides = sidesOf(items, base);
  const beforeOf = (at: number) => sides.findLast((side, n) => n < at && side !== null) ?? base;
  const afterOf = (at: number) => sides.find((side, n) => n > at && side !== null) ?? base;
  return items.map(({ kind }, at) => {
    const side = sides[at] ?? (beforeOf(at) === afterOf(at) ? beforeOf(at) : base);
    if (side === "right") return kind === "number" ? 2 : 1;
    return base === "right" ? 2 : 0;
  });
}

/** The items from left to right. */
function inPlace<T>(items: readonly T[], levels: readonly number[]): T[] {
  const order = items.map((_, n) => n);
  for (let level = Math.max(...levels); level > 0; level -= 1)
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = Math.max(start, end);
    }
  return order.map((n) => items[n] as T);
}

const reversed = (text: string): string => Array.from(text).toReversed().join("");

const mirrored = (text: string): string => Array.from(reversed(text), (one) => MIRRORED[one] ?? one).join("");

/** Places the words of a line in the order in which they are read, in a paragraph that runs to one side. */
export function orderLine(words: readonly PlacedWord[], isToTheLeft: boolean): void {
  if (!words.some(({ text }) => RIGHT_TO_LEFT.test(text)) && !isToTheLeft) return;
  const items = itemsOf(words);
  if (items.length === 0) return;
  const levels = levelsOf(items, isToTheLeft ? "right" : "left");
  const runsLeft = new Set(items.filter((_, n) => (levels[n] ?? 0) % 2 === 1));
  let x = -(words[0]?.leadingCut ?? 0);
  for (const item of inPlace(items, levels)) {
    const { word, width, kind } = item;
    if (word !== null) {
      // Letters that run to the left have the space after them on their left.
      word.x = kind === "right" ? x - (word.trailingCut ?? 0) : x;
      if (ARABIC_DIGITS.test(word.text.trimEnd())) word.text = reversed(word.text.trimEnd());
      if (kind === "neutral" && runsLeft.has(item)) word.text = mirrored(word.text.trimEnd());
    }
    x += width;
  }
}
