/*
 * PDFium reads the words of a line in one direction, if their script runs to the left, and each group of others in the
 * other. Names and numbers in Arabic or Hebrew, and Arabic words in English, would be read backwards: here they are
 * ordered by their places, as the Unicode Bidirectional Algorithm places them.
 */

/** A word of a line, or the signs before or after it. */
export interface PlacedPiece {
  text: string;
  /** In points. */
  left: number;
  right: number;
  /** Which word it belongs to: no space is between the pieces of one. */
  word: number;
}

export const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;
const LETTERS = /\p{L}/gu;
const DIGIT = /\p{Nd}/u;
const IN_WORD = /[\p{L}\p{M}\p{N}%]/u;

const LETTER_WITH_MARKS = /[^]\p{M}*/gu;
/** Words of a group: a line may be crafted to have many numbers, each of which is compared with those before it. */
const MAX_RUN = 200;
/** Of a wide gap: letters have a little room beside their ink, and half of that of a space. */
const TOUCHING = 0.22;

type Kind = "right" | "left" | "number" | "sign";

function kindOf({ text }: PlacedPiece): Kind {
  if (FROM_RIGHT.test(text)) return "right";
  if (LETTER.test(text)) return "left";
  return DIGIT.test(text) ? "number" : "sign";
}

/** Whether a line has words in both directions, or numbers in one that runs to the left. */
export const hasBothDirections = (text: string): boolean =>
  FROM_RIGHT.test(text) &&
  Array.from(text).some((one) => /[\p{L}\p{Nd}]/u.test(one) && !FROM_RIGHT.test(one));

const textOf = (pieces: readonly PlacedPiece[]): string => pieces.map(({ text }) => text).join("");

/** Which share of letters runs to the left in a line that does, if its ends do not show it. */
const MOST = 2 / 3;

/** Whether a line runs to the left: words at both of its ends do, or else most of its letters. */
function runsLeft(visual: readonly PlacedPiece[]): boolean {
  const words = visual.map(kindOf).filter((kind) => kind === "left" || kind === "right");
  if (words[0] === words.at(-1)) return words[0] === "right";
  const letters = textOf(visual).match(LETTERS) ?? [];
  return letters.filter((one) => FROM_RIGHT.test(one)).length > letters.length * MOST;
}

/** A word and the signs before and after it, with their places in it. */
export function piecesOf(word: string): { text: string; index: number }[] {
  const letters = Array.from(word);
  const start = letters.findIndex((one) => IN_WORD.test(one));
  if (start < 0) return [{ text: word, index: 0 }];
  const end = letters.findLastIndex((one) => IN_WORD.test(one)) + 1;
  let index = 0;
  return [letters.slice(0, start), letters.slice(start, end), letters.slice(end)].flatMap((part) => {
    const piece = { text: part.join(""), index };
    index += piece.text.length;
    return piece.text === "" ? [] : [piece];
  });
}

/** From left to right, the last index of the words that run to the left from one on, with what is between them. */
function endOfRight(kinds: readonly Kind[], from: number): number {
  let end = from;
  for (let at = from + 1; at < kinds.length && kinds[at] !== "left"; at += 1)
    if (kinds[at] === "right") end = at;
  return end;
}

/** From right to left, the first index of the words and numbers that run to the right up to one. */
function startOfLeft(kinds: readonly Kind[], to: number): number {
  let start = to;
  for (let at = to; at >= Math.max(0, to - MAX_RUN) && kinds[at] !== "right"; at -= 1)
    if (kinds[at] === "left") start = at;
  return start;
}

function inOrder(visual: readonly PlacedPiece[], isToTheLeft: boolean): PlacedPiece[] {
  const kinds = visual.map(kindOf);
  const ordered: PlacedPiece[] = [];
  if (isToTheLeft)
    for (let at = visual.length - 1; at >= 0;) {
      const start = kinds[at] === "left" || kinds[at] === "number" ? startOfLeft(kinds, at) : at;
      for (const piece of visual.slice(start, at + 1)) ordered.push(piece);
      at = start - 1;
    }
  else
    for (let at = 0; at < visual.length;) {
      const end = kinds[at] === "right" ? endOfRight(kinds, at) : at;
      for (const piece of visual.slice(at, end + 1).toReversed()) ordered.push(piece);
      at = end + 1;
    }
  return ordered;
}

/** Pieces from left to right, in groups that gaps of a width separate. */
function groupsOf(visual: readonly PlacedPiece[], wideGap: number): PlacedPiece[][] {
  const groups: PlacedPiece[][] = [];
  for (const piece of visual) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || piece.left - last.right > wideGap) groups.push([piece]);
    else groups.at(-1)?.push(piece);
  }
  return groups;
}

/** The signs that touch what is on their left, or on their right. */
function touchingOn(visual: readonly PlacedPiece[], wideGap: number) {
  const [left, right] = [new Set<PlacedPiece>(), new Set<PlacedPiece>()];
  for (const [n, piece] of visual.entries()) {
    const last = visual[n - 1];
    if (last === undefined || piece.left - last.right > wideGap * TOUCHING) continue;
    if (kindOf(piece) === "sign") left.add(piece);
    if (kindOf(last) === "sign") right.add(last);
  }
  return { left, right };
}

/** Pieces from left to right as the text that they are. Signs belong to the words that they touch. */
function readingOf(visual: readonly PlacedPiece[], isToTheLeft: boolean, wideGap: number): string {
  const { left, right } = touchingOn(visual, wideGap);
  const [before, after] = isToTheLeft ? [right, left] : [left, right];
  return inOrder(visual, isToTheLeft)
    .map((piece, n, all) => {
      const last = all[n - 1];
      const isJoined = last === undefined || last.word === piece.word || before.has(piece) || after.has(last);
      return isJoined ? piece.text : ` ${piece.text}`;
    })
    .join("");
}

/** The letters of a word that runs to the right, from left to right: PDFium reads numbers in it before the letters. */
export function lettersInPlace(text: string, leftOf: (at: number) => number): string {
  if (FROM_RIGHT.test(text)) return text;
  const letters = [...text.matchAll(LETTER_WITH_MARKS)].map(({ 0: letter, index }) => ({
    letter,
    left: leftOf(index),
  }));
  return letters
    .toSorted((a, b) => a.left - b.left)
    .map(({ letter }) => letter)
    .join("");
}

/** The parts of a line, each in the order in which it is read; and all of it. */
export function textsInOrder(
  pieces: readonly PlacedPiece[],
  wideGap: number,
): { text: string; parts: { text: string; left: number; right: number }[] } {
  const visual = pieces.toSorted((a, b) => a.left - b.left);
  const isToTheLeft = runsLeft(visual);
  const parts = groupsOf(visual, wideGap).map((group) => ({
    text: readingOf(group, runsLeft(group), wideGap),
    left: group[0]?.left ?? 0,
    right: group.reduce((most, { right }) => Math.max(most, right), 0),
  }));
  if (parts.length === 1) return { text: readingOf(visual, isToTheLeft, wideGap), parts };
  const ordered = isToTheLeft ? parts.toReversed() : parts;
  return { text: ordered.map(({ text }) => text).join(" "), parts };
}
