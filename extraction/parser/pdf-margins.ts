import { cleanText } from "./clean-text.ts";
import { findBody, isHeading, type PageLines } from "./pdf-blocks.ts";
import type { PdfLine } from "./pdf-line.ts";

/*
 * Running headers and footers are not content of their page. A PDF does not mark them: they are recognised by
 * their position, in the outermost lines beyond a gap, and by recurring there on most pages.
 */

const MIN_PAGES = 4;
const SHARE = 0.6;
/** Blocks of lines from an edge inwards that may be margin, and lines in each; anything more is text. */
const MAX_BLOCKS = 2;
const MAX_ROWS = 3;
/** Rows further apart than this many letter heights belong to different blocks. */
const BLOCK_GAP = 1.75;
/** Points by which the position of a line may vary from page to page. */
const TOLERANCE = 4;
/** For clean text, which has single spaces. */
const PAGE_NUMBER = /^(page)? ?[-–—|]* ?(\d{1,5}) ?(?:(?:of|\/) ?\d{1,5})? ?[-–—|]*$/i;

/** A line in the margin of a page. */
interface MarginLine {
  line: PdfLine;
  page: number;
  /** Its edge and its text without numbers, and the numbers. */
  key: string;
  numbers: number[];
}

type Row = [PdfLine, ...PdfLine[]];

/** Lines from top to bottom, grouped by height. */
function rowsOf(lines: readonly PdfLine[]): Row[] {
  const rows: Row[] = [];
  for (const line of lines.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    if (row !== undefined && row[0].y - line.y < line.size / 2) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** The outermost lines, from the edge inwards, as far as gaps separate them from the text. */
function outermost(rows: readonly Row[]): PdfLine[] {
  const found: PdfLine[] = [];
  let block: Row[] = [];
  let blocks = 0;
  for (const [index, row] of rows.entries()) {
    if (blocks === MAX_BLOCKS) break;
    const next = rows[index + 1];
    block.push(row);
    if (block.length > MAX_ROWS) break;
    const size = Math.max(...row.map((line) => line.size));
    if (next !== undefined && Math.abs(row[0].y - next[0].y) <= size * BLOCK_GAP) continue;
    found.push(...block.flat());
    block = [];
    blocks += 1;
  }
  return found;
}

function marginOf({ page, lines }: PageLines): MarginLine[] {
  const rows = rowsOf(lines);
  const top = new Set(outermost(rows));
  const bottom = outermost(rows.toReversed()).filter((line) => !top.has(line));
  return [...top, ...bottom].map((line) => {
    const text = cleanText(line.text);
    const numbers = (text.match(/\d+/g) ?? []).map(Number);
    return { line, page, key: `${top.has(line) ? "^" : "_"}${text.replace(/\d+/g, "#")}`, numbers };
  });
}

const hasWords = (text: string): boolean => (text.match(/\p{L}{2,}/gu) ?? []).length >= 2;

/** The most frequent value and its count. */
function modeOf(values: readonly number[]): { value: number; count: number } {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [value, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return { value, count };
}

/** By how much one of its numbers exceeds that of its page. */
function aheadOf({ numbers, page }: MarginLine, slot: number): number | null {
  const number = numbers[slot];
  return number === undefined ? null : number - page;
}

/**
 * Among lines that are equal except for numbers, those that are one recurring line: at the same position, with each number
 * constant or counting the pages. Other numbers belong to the content of the page; so may a count in a short
 * line or in a heading.
 */
function comingAgain(lines: readonly MarginLine[], mayCount: (one: MarginLine) => boolean): MarginLine[] {
  const heights = lines.map(({ line }) => line.y).toSorted((a, b) => a - b);
  const middle = heights[Math.floor(heights.length / 2)] ?? 0;
  const inPlace = lines.filter(({ line }) => Math.abs(line.y - middle) <= TOLERANCE);
  return (inPlace[0]?.numbers ?? []).reduce((left, _number, slot) => {
    const same = modeOf(left.flatMap(({ numbers }) => numbers[slot] ?? []));
    const counted = modeOf(left.flatMap((one) => aheadOf(one, slot) ?? []));
    if (same.count >= counted.count) return left.filter(({ numbers }) => numbers[slot] === same.value);
    return left.filter((one) => aheadOf(one, slot) === counted.value && mayCount(one));
  }, inPlace);
}

/** Whether they occur on most pages, or on most left or right pages. */
function areEverywhere(lines: readonly MarginLine[], pages: readonly number[]): boolean {
  const own = new Set(lines.map(({ page }) => page));
  const sides = [pages, pages.filter((page) => page % 2 === 0), pages.filter((page) => page % 2 === 1)];
  return sides.some(
    (side) => side.length >= MIN_PAGES && side.filter((page) => own.has(page)).length >= side.length * SHARE,
  );
}

/** Lines that recur on most pages, except the first occurrence, which is kept. */
function runningLines(pages: readonly PageLines[], margins: readonly MarginLine[]): PdfLine[] {
  const body = findBody(pages.flatMap(({ lines }) => lines));
  const mayCount = ({ line, key }: MarginLine) =>
    hasWords(key) && !isHeading(line, cleanText(line.text), body);
  const numbered = pages.filter(({ lines }) => lines.length > 0).map(({ page }) => page);
  return [...Map.groupBy(margins, ({ key }) => key).values()].flatMap((alike) => {
    const again = comingAgain(alike, mayCount);
    return areEverywhere(again, numbered) ? again.slice(1).map(({ line }) => line) : [];
  });
}

/** Lines that contain only a page number: they are labelled as such, or count with the pages. */
function pageNumbers(margins: readonly MarginLine[]): PdfLine[] {
  const found = margins.flatMap(({ line, page }) => {
    const [match, word, number] = PAGE_NUMBER.exec(cleanText(line.text)) ?? [];
    return match === undefined ? [] : [{ line, isNamed: word !== undefined, ahead: Number(number) - page }];
  });
  return [...Map.groupBy(found, ({ ahead }) => ahead)].flatMap(([ahead, alike]) =>
    alike.filter(({ isNamed }) => isNamed || ahead === 0 || alike.length > 1).map(({ line }) => line),
  );
}

/** The pages without page numbers and without running headers and footers, each of which is kept once. */
export function withoutMargins<T extends PageLines>(pages: readonly T[]): T[] {
  const margins = pages.flatMap(marginOf);
  const dropped = new Set([...pageNumbers(margins), ...runningLines(pages, margins)]);
  const kept = pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !dropped.has(line)) }));
  return kept.some(({ lines }) => lines.length > 0) ? kept : [...pages];
}
