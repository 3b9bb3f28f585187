import type { Block } from "../document.ts";
import { FROM_RIGHT } from "./pdf-directions.ts";
import { HYPHEN, type PdfLine } from "./pdf-line.ts";

/*
 * Where a paragraph of a PDF begins is seen from more space above it than its lines have, its indent, its number or bold
 * title, or from a line above that its first word would have fitted in.
 */

/** Baselines further apart than this many letter heights belong to different paragraphs, unless all lines are. */
const PARAGRAPH_GAP = 1.75;
/** How much further apart paragraphs are than the lines of one, at least. */
const MORE_SPACE = 1.1;
const INDENT = 0.8;
/** Of the letter height. */
const SPACE = 0.3;
/** Fewer gaps do not show how far apart lines usually are. */
const MIN_GAPS = 3;
const SMALLEST_GAP = 0.5;
const LARGEST_GAP = 3;
/** The share of gaps that are as large as the usual one: those of recognized text vary. */
const MIN_ALIKE = 0.6;
const SAME_GAP = 0.04;
/** Lines before and after one that show how far its column reaches. */
const NEIGHBOURS = 12;
/** How many letter heights further to the right or left its lines may begin. */
const SAME_COLUMN = 4;

const CONTINUATION = /^[^\p{L}\p{N}]*\p{Ll}/u;
/** Single letters may be the marks of notes and items. */
const WORD_WITHIN = /^[^\p{L}\p{N}]*\p{Ll}\p{L}/u;
const WITHOUT_CASE = /^\s*\p{Lo}/u;
const SENTENCE_END = /[.!?:;。！？：；؟][)\]"'”’»」』]*\s*$/;
/** What comes before an item of a list within a sentence. */
const ITEMS_FOLLOW = /(?:[.!?:;,]|\b(?:and|or|und|oder))[)\]"'”’»]*\s*$/u;
const REFERENCE = /^\s*\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)]\s+\p{Ll}{2}/u;
/** The number of a statement: of several levels, before a word with a capital letter. */
const NUMBER = /^\s*(?:\p{Lu}\.)?\d{1,3}(?:\.\d{1,3}){1,5}\.?(?=\s+[^\p{L}]?(?:\p{Lu}|\p{Lo}))/u;
const RUN_IN = /[.:)–—-]$|^[\d.]+$/;

/** By rounded size of the letters, how far apart the lines of a paragraph are. */
type UsualGaps = ReadonlyMap<number, number>;

/** The lines of a page in their order. */
interface Places {
  lines: readonly PdfLine[];
  places: ReadonlyMap<PdfLine, number>;
}

/** How a document sets its paragraphs, and the lines of the page. */
export interface Setting extends Places {
  gaps: UsualGaps;
}

export const placesOf = (lines: readonly PdfLine[]): Places => ({
  lines,
  places: new Map(lines.map((line, n) => [line, n])),
});

/** In steps of half a point. */
export const rounded = (size: number): number => Math.round(size * 2) / 2;

export const isHyphenated = ({ text }: PdfLine): boolean => text.trimEnd().endsWith(HYPHEN);

const isWithin = (line: PdfLine, above: PdfLine): boolean =>
  CONTINUATION.test(line.text) || isHyphenated(above);

/** Whether the gap above a line is surely, or without capital letters probably, one within a paragraph. */
const showsGap = (line: PdfLine, above: PdfLine): boolean =>
  WORD_WITHIN.test(line.text) ||
  isHyphenated(above) ||
  (WITHOUT_CASE.test(line.text) && !SENTENCE_END.test(above.text));

function usualOf(gaps: readonly number[]): number | null {
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const alike = gaps.filter((gap) => Math.abs(gap - middle) <= SAME_GAP * middle).length;
  return gaps.length >= MIN_GAPS && alike >= MIN_ALIKE * gaps.length ? middle : null;
}

/** How far lines that begin within a sentence are from those above them, where that is about the same. */
export function usualGapsOf(pages: readonly { lines: readonly PdfLine[] }[]): UsualGaps {
  const gaps = new Map<number, number[]>();
  for (const { lines } of pages)
    for (const [n, line] of lines.entries()) {
      const above = lines[n - 1];
      const size = rounded(line.size);
      if (above === undefined || above.turns !== line.turns || rounded(above.size) !== size) continue;
      const gap = above.y - line.y;
      if (gap < SMALLEST_GAP * size || gap > LARGEST_GAP * size || !showsGap(line, above)) continue;
      const known = gaps.get(size);
      if (known === undefined) gaps.set(size, [gap]);
      else known.push(gap);
    }
  const usual = [...gaps].map(([size, all]): [number, number | null] => [size, usualOf(all)]);
  return new Map(usual.flatMap(([size, gap]) => (gap === null ? [] : [[size, gap]])));
}

/** Where the longest lines of the column around a line end. One alone may be a title over several columns. */
function columnEnd(line: PdfLine, { lines, places }: Places): number {
  const at = places.get(line) ?? 0;
  const near = lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS);
  const ends = near
    .filter(({ x, turns }) => turns === line.turns && Math.abs(x - line.x) <= SAME_COLUMN * line.size)
    .map(({ right = -Infinity }) => right);
  return ends.toSorted((a, b) => b - a)[1] ?? -Infinity;
}

/** Whether the first word of a line had room in the line above. */
function hadRoom(previous: PdfLine, line: PdfLine, places: Places): boolean {
  if (previous.right === undefined || line.right === undefined || FROM_RIGHT.test(line.text)) return false;
  const text = line.text.trim();
  const word = /^\S+/.exec(text)?.[0] ?? text;
  const width = ((line.right - line.x) * word.length) / text.length;
  return previous.right + width + SPACE * line.size < columnEnd(previous, places);
}

/** Whether a number in brackets or the like is part of a sentence, such as that of a section of a law. */
export function isReference(previous: PdfLine, line: PdfLine, block: Block, places: Places): boolean {
  const isNear = previous.y > line.y && previous.y - line.y <= previous.size * PARAGRAPH_GAP;
  const isSentence = block.kind === "paragraph" && !ITEMS_FOLLOW.test(previous.text);
  return isNear && isSentence && REFERENCE.test(line.text) && !hadRoom(previous, line, places);
}

/** Whether a number is the next one after another, at its level, above it or below it. */
function comesNext(number: string, before: string): boolean {
  const [parts, others] = [number, before].map((one) => one.trim().replace(/\.$/, "").split(".")) as [
    string[],
    string[],
  ];
  const level = parts.length - 1;
  const isSame = parts.slice(0, level).every((part, n) => part === others[n]);
  return isSame && Number(parts[level]) === Number(others[level] ?? 0) + 1;
}

const hasNextNumber = (line: PdfLine, block: Block): boolean => {
  const [number, before] = [NUMBER.exec(line.text), block.kind === "table" ? null : NUMBER.exec(block.text)];
  return number !== null && before !== null && comesNext(number[0], before[0]);
};

/** Whether a line begins another paragraph than that of the line above, with which `block` ends. */
export function beginsParagraph(previous: PdfLine, line: PdfLine, block: Block, setting: Setting): boolean {
  const gap = previous.y - line.y;
  const usual = setting.gaps.get(rounded(line.size));
  if (gap > Math.max(previous.size * PARAGRAPH_GAP, (usual ?? 0) * MORE_SPACE)) return true;
  if (isWithin(line, previous)) return false;
  const isComplete = SENTENCE_END.test(previous.text);
  const hasSpace = usual !== undefined && gap > usual * MORE_SPACE;
  const isAfterRoom = hadRoom(previous, line, setting);
  if ((hasSpace && (isComplete || isAfterRoom)) || hasNextNumber(line, block)) return true;
  const isTitled = line.lead !== undefined && RUN_IN.test(line.lead);
  const isIndented = block.kind === "paragraph" && line.x > previous.x + previous.size * INDENT;
  return isComplete && (isTitled || isIndented || isAfterRoom || NUMBER.test(line.text));
}
