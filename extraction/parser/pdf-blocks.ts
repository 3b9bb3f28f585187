import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";
import { BULLET } from "./pdf-bullets.ts";
import { splitColumns } from "./pdf-columns.ts";
import { HYPHEN, joinHyphens, type PdfLine } from "./pdf-line.ts";
import {
  beginsParagraph,
  isHyphenated,
  isReference,
  placesOf,
  rounded,
  usualGapsOf,
  type Setting,
} from "./pdf-paragraphs.ts";
import { arrangeLines } from "./pdf-stacks.ts";
import { tableAt } from "./pdf-tables.ts";

/*
 * A PDF has positions, not structure. Lines become blocks by size, weight, spacing and indentation; the
 * thresholds are relative to the letter size, so they hold at any scale.
 */

export interface PageLines {
  /** From 1. */
  page: number;
  lines: PdfLine[];
}

const HEADING_GROWTH = 1.12;
const MAX_HEADING_LENGTH = 160;
const MAX_LEVELS = 6;
const SAME_SIZE = 0.06;
/** Lines of a heading are no further apart than this many letter heights. */
const HEADING_GAP = 1.75;
const NUMBERED = /^(\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]+\))\s+/;
const SENTENCE_END = /[.;:,]$/;

interface BodyStyle {
  size: number;
  bold: boolean;
}

interface Style {
  body: BodyStyle;
  /** Sizes of headings, largest first. */
  headingSizes: number[];
}

/** The size and weight of most letters. */
export function findBody(lines: readonly PdfLine[]): BodyStyle {
  const letters = new Map<string, number>();
  for (const { size, bold, text } of lines) {
    const key = `${rounded(size)}|${bold}`;
    letters.set(key, (letters.get(key) ?? 0) + text.length);
  }
  const most = [...letters].toSorted((a, b) => b[1] - a[1])[0];
  const [size, bold] = (most?.[0] ?? "0|false").split("|");
  return { size: Number(size), bold: bold === "true" };
}

/** Larger than the body text, or bold if the body text is not. */
export function isHeading(line: PdfLine, text: string, body: BodyStyle): boolean {
  if (text.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(text) || BULLET.test(text)) return false;
  if (line.size >= body.size * HEADING_GROWTH) return true;
  const standsOut = line.bold && !body.bold && line.size >= body.size * (1 - SAME_SIZE);
  return standsOut && !SENTENCE_END.test(text);
}

function findStyle(lines: readonly PdfLine[]): Style {
  const body = findBody(lines);
  const sizes = lines
    .filter((line) => isHeading(line, cleanText(line.text), body) && line.size >= body.size * HEADING_GROWTH)
    .map((line) => rounded(line.size));
  const headingSizes = [...new Set(sizes)].toSorted((a, b) => b - a).slice(0, MAX_LEVELS - 1);
  return { body, headingSizes };
}

function levelOf(line: PdfLine, style: Style): number {
  const rank = style.headingSizes.findIndex((size) => rounded(line.size) >= size);
  // Bold lines in body size rank below all larger headings.
  return (rank < 0 ? style.headingSizes.length : rank) + 1;
}

function blockOf(line: PdfLine, page: number, style: Style): Block {
  const text = cleanText(joinHyphens(line.text));
  if (isHeading(line, text, style.body)) return { kind: "heading", level: levelOf(line, style), text, page };
  if (BULLET.test(text)) return { kind: "list-item", text: text.replace(BULLET, ""), page };
  if (NUMBERED.test(text)) return { kind: "list-item", text, page };
  return { kind: "paragraph", text, page };
}

/** Whether `line` continues the block of `previous` rather than starting a new one. */
function continues(
  [previous, line]: [PdfLine, PdfLine],
  last: Block,
  next: Block,
  setting: Setting,
): boolean {
  if (last.kind === "table" || previous.turns !== line.turns) return false;
  if (isHyphenated(previous)) return true;
  if (next.kind === "list-item" && !isReference(previous, line, last, setting)) return false;
  if ((next.kind === "heading") !== (last.kind === "heading")) return false;
  if (Math.abs(previous.size - line.size) > previous.size * SAME_SIZE || previous.bold !== line.bold)
    return next.kind === "paragraph" && Math.abs(previous.y - line.y) < previous.size;
  const gap = previous.y - line.y;
  // A jump upwards is the next column: its first line continues unless the sentence was complete.
  if (gap < -previous.size) return next.kind === "paragraph" && !/[.!?:]\s*$/.test(previous.text);
  return next.kind === "heading"
    ? gap <= previous.size * HEADING_GAP
    : !beginsParagraph(previous, line, last, setting);
}

function appendText(block: Block, text: string, splitsWord: boolean): void {
  if (block.kind === "table") return;
  block.text = splitsWord ? joinHyphens(block.text.replace(/-$/, HYPHEN) + text) : `${block.text} ${text}`;
}

/** Adds the blocks of one page. */
function addPage({ page, lines }: PageLines, style: Style, gaps: Setting["gaps"], blocks: Block[]): void {
  const joined = arrangeLines(lines);
  const ordered = splitColumns([...joined.keys()]);
  const partsOf = (line: PdfLine) => joined.get(line) ?? [line];
  const setting = { gaps, ...placesOf(ordered.flatMap(partsOf)) };
  let previous: PdfLine | undefined;
  const add = (line: PdfLine) => {
    const next = blockOf(line, page, style);
    if (next.kind === "table" || next.text === "") return;
    const last = blocks.at(-1);
    if (previous !== undefined && last !== undefined && continues([previous, line], last, next, setting))
      appendText(last, next.text, isHyphenated(previous));
    else blocks.push(next);
    previous = line;
  };
  let end = 0;
  for (const [at, line] of ordered.entries()) {
    if (at < end) continue;
    const found = tableAt(ordered, at, page);
    if (found === null) for (const part of partsOf(line)) add(part);
    else {
      blocks.push(found.table);
      [end, previous] = [found.end, undefined];
    }
  }
}

/** Blocks of all pages; a paragraph never spans two pages, so each has one page number. */
export function blocksOfPages(pages: readonly PageLines[]): Block[] {
  const style = findStyle(pages.flatMap((page) => page.lines));
  const gaps = usualGapsOf(pages);
  const blocks: Block[] = [];
  for (const page of pages) addPage(page, style, gaps, blocks);
  return blocks;
}
