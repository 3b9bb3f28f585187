import type { Block } from "../../extraction/document.ts";
import type { Tokenizer } from "../embedding/tokenizer.ts";
import { BLOCK_SEPARATOR, blockText, documentText, ROW_SEPARATOR } from "./document-text.ts";
import { costOf, splitSentences, splitToFit } from "./sentences.ts";
import type { Span } from "./sentences.ts";

/** The indivisible part of a chunk: a sentence, a table row, a heading. Offsets refer to the document. */
export interface Unit extends Span {
  page: number | null;
  kind: Block["kind"];
  /** The row of a table, if the unit is all of it. */
  row: WholeRow | null;
}

/** A row of a table by its position, from 0, as one unit. */
export interface WholeRow {
  table: Table;
  index: number;
  cells: string[];
}

/** The text under one heading, up to the next one. */
export interface Section {
  /** Headings from the outermost to this one. */
  path: string[];
  /** The heading itself, for use in a chunk's text; null before the first heading. */
  heading: Unit | null;
  sheet: string | null;
  units: Unit[];
}

type Table = Extract<Block, { kind: "table" }>;
type Heading = Extract<Block, { kind: "heading" }>;
type Counter = Pick<Tokenizer, "count">;

/** A longer heading is a paragraph that someone formatted as a heading. */
const LONGEST_HEADING = 200;
const ENDS_SENTENCE = /[.!?:;][)"'\u201d\u2019]?$/u;
const STARTS_LOWER = /^\p{Ll}/u;

/** A span of a block as a unit; `offset` is the start of its text in the document. */
const unitOf = (span: Span, offset: number, block: Block): Unit => ({
  start: offset + span.start,
  end: offset + span.end,
  cost: span.cost,
  page: block.page,
  kind: block.kind,
  row: null,
});

function proseUnits(counter: Counter, block: Exclude<Block, Table>, offset: number, room: number): Unit[] {
  return splitSentences(counter, block.text, room).map((span) => unitOf(span, offset, block));
}

/** One unit per row; a row that is too long is split. */
function tableUnits(counter: Counter, block: Table, offset: number, room: number): Unit[] {
  const lines = blockText(block).split(ROW_SEPARATOR);
  let start = offset;
  return lines.flatMap((line, index) => {
    const rowStart = start;
    start += line.length + ROW_SEPARATOR.length;
    const spans = splitToFit(counter, line, room).filter(
      (span) => line.slice(span.start, span.end).trim() !== "",
    );
    const cells = block.rows[index];
    const row = spans.length === 1 && cells !== undefined ? { table: block, index, cells } : null;
    return spans.map((span) => ({ ...unitOf(span, rowStart, block), row }));
  });
}

function unitsIn(counter: Counter, block: Block, offset: number, room: number): Unit[] {
  return block.kind === "table"
    ? tableUnits(counter, block, offset, room)
    : proseUnits(counter, block, offset, room);
}

/** The heading as one unit; null if it is empty, or so long that it is treated as prose. */
function headingUnit(counter: Counter, block: Block, offset: number, room: number): Unit | null {
  if (block.kind !== "heading" || block.text.length > LONGEST_HEADING) return null;
  const text = block.text.trim();
  const cost = costOf(counter, text);
  if (text === "" || cost > room) return null;
  const start = offset + block.text.indexOf(text);
  return { start, end: start + text.length, cost, page: block.page, kind: block.kind, row: null };
}

/** A sentence that continues on the next page is two blocks in the file: it becomes one unit again. */
function joinsOver(last: Unit, next: Unit, text: string, room: number): boolean {
  return (
    last.kind === "paragraph" &&
    next.kind === "paragraph" &&
    last.page !== next.page &&
    last.cost + next.cost <= room &&
    !ENDS_SENTENCE.test(text.slice(last.start, last.end)) &&
    STARTS_LOWER.test(text.slice(next.start, next.end))
  );
}

/** A table may have more rows than a call has room for arguments. */
function append(section: Section, units: readonly Unit[], text: string, room: number): void {
  const [first] = units;
  const last = section.units.at(-1);
  const isJoined = first !== undefined && last !== undefined && joinsOver(last, first, text, room);
  if (isJoined) {
    section.units.splice(-1, 1, { ...last, end: first.end, cost: last.cost + first.cost });
  }
  for (const unit of isJoined ? units.slice(1) : units) section.units.push(unit);
}

/** The offset of each block in the document's text. */
function offsetsOf(blocks: readonly Block[]): number[] {
  let next = 0;
  return blocks.map((block) => {
    const offset = next;
    next += blockText(block).length + BLOCK_SEPARATOR.length;
    return offset;
  });
}

/** Tracks the path of open headings. */
class SectionReader {
  current: Section = { path: [], heading: null, sheet: null, units: [] };
  readonly sections = [this.current];
  #open: Heading[] = [];

  openHeading(block: Heading, unit: Unit): void {
    this.#open = [...this.#open.filter((outer) => outer.level < block.level), block];
    this.#begin(this.#path(), unit, null);
  }

  /** The section for contents of this sheet: a new one if the sheet changes, headed by the sheet's name. */
  onSheet(sheet: string | null): Section {
    const { current } = this;
    if (current.sheet === sheet) return current;
    const path = this.#path();
    const named = sheet === null || path.at(-1) === sheet ? path : [...path, sheet];
    return this.#begin(named, null, sheet);
  }

  #path(): string[] {
    return this.#open.map(({ text }) => text.replace(/\s+/gu, " ").trim());
  }

  #begin(path: string[], heading: Unit | null, sheet: string | null): Section {
    this.current = { path, heading, sheet, units: [] };
    this.sections.push(this.current);
    return this.current;
  }
}

/** Splits a document into sections. `spaceFor` is the maximum cost of one unit under a heading path. */
export function readSections(
  counter: Counter,
  blocks: readonly Block[],
  spaceFor: (path: readonly string[]) => number,
): Section[] {
  const text = documentText({ blocks: [...blocks] });
  const offsets = offsetsOf(blocks);
  const reader = new SectionReader();
  blocks.forEach((block, index) => {
    const offset = offsets[index] ?? 0;
    const heading = headingUnit(counter, block, offset, spaceFor(reader.current.path));
    if (heading && block.kind === "heading") {
      reader.openHeading(block, heading);
      return;
    }
    const section = reader.onSheet(block.kind === "table" ? block.sheet : reader.current.sheet);
    const room = spaceFor(section.path);
    append(section, unitsIn(counter, block, offset, room), text, room);
  });
  return reader.sections;
}
