import { Parser } from "htmlparser2";
import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";
import { looksLikeHeader } from "./table-header.ts";

interface Cell {
  text: string;
  columns: number;
  rows: number;
  /** A heading cell, or entirely bold. */
  strong: boolean;
}

interface OpenTable {
  rows: Cell[][];
  /** The text of the current cell, and how much of it is bold. */
  cell: { columns: number; rows: number; heading: boolean; text: string; boldLetters: number } | null;
}

interface Walk {
  blocks: Block[];
  /** The text since the last block boundary. */
  text: string;
  open: { kind: "heading"; level: number } | { kind: "paragraph" } | { kind: "list-item" };
  tables: OpenTable[];
  bold: number;
}

/** The attribute of a picture that holds its lines of text. */
export const PICTURE_TEXT = "data-text";

const MAX_SPAN = 200;
const BLOCK_TAGS = new Set(["p", "li", "ul", "ol", "div", "br"]);
/** The arrow from a footnote back to its reference. */
const BACK_LINK = / ?↑$/;

function flush(walk: Walk): void {
  const text = cleanText(walk.text).replace(BACK_LINK, "");
  walk.text = "";
  if (text === "") return;
  walk.blocks.push({ ...walk.open, text, page: null });
}

function addText(walk: Walk, text: string): void {
  const cell = walk.tables.at(-1)?.cell;
  if (walk.tables.length === 0) walk.text += text;
  else if (cell) {
    cell.text += text;
    if (walk.bold > 0) cell.boldLetters += text.trim().length;
  }
}

const spanOf = (value: string | undefined) => Math.min(MAX_SPAN, Math.max(1, Number(value) || 1));

/** Arranges cells in a grid: a cell that spans rows is repeated in each, one that spans columns is not. */
function layOut(rows: readonly Cell[][]): string[][] {
  /** The cells that reach into the next row, by their first column. */
  const pending = new Map<number, Cell>();
  const place = (line: string[], cell: Cell) => {
    if (cell.rows > 1) pending.set(line.length, { ...cell, rows: cell.rows - 1 });
    else pending.delete(line.length);
    line.push(cell.text, ...Array.from({ length: cell.columns - 1 }, () => ""));
  };
  const takePending = (line: string[]) => {
    for (let above = pending.get(line.length); above; above = pending.get(line.length)) place(line, above);
  };
  return rows.map((cells) => {
    const line: string[] = [];
    for (const cell of cells) {
      takePending(line);
      place(line, cell);
    }
    takePending(line);
    return line;
  });
}

/** A first row that consists of one cell over all columns is a title, above the names of the columns. */
function titleOf(rows: readonly Cell[][]): string | null {
  const [cell, ...others] = rows[0] ?? [];
  const isTitle = cell !== undefined && others.length === 0 && cell.columns > 1 && cell.rows === 1;
  return isTitle && cell.text !== "" && rows.length > 2 ? cell.text : null;
}

function closeTable(walk: Walk): void {
  const table = walk.tables.pop();
  if (table === undefined) return;
  const grid = layOut(table.rows);
  const outer = walk.tables.at(-1)?.cell;
  if (outer) {
    outer.text += ` ${grid.map((row) => row.filter(Boolean).join(", ")).join("; ")} `;
    return;
  }
  const title = titleOf(table.rows);
  if (title !== null) {
    walk.blocks.push({ kind: "paragraph", text: title, page: null });
    table.rows.shift();
    grid.shift();
  }
  const top = table.rows[0] ?? [];
  const isBold = top.some((cell) => cell.strong) && top.every((cell) => cell.strong || cell.text === "");
  const hasHeader = grid.length > 1 && (isBold || looksLikeHeader(grid[0] ?? []));
  const [header, rows] = hasHeader ? [grid[0] ?? [], grid.slice(1)] : [[], grid];
  if (grid.flat().some((cell) => cell !== ""))
    walk.blocks.push({ kind: "table", header, rows, page: null, sheet: null });
}

function closeCell(walk: Walk): void {
  const table = walk.tables.at(-1);
  const cell = table?.cell;
  if (!table || !cell) return;
  const text = cleanText(cell.text);
  const isBold = text !== "" && cell.boldLetters >= text.replace(/\s/g, "").length;
  table.rows.at(-1)?.push({ text, columns: cell.columns, rows: cell.rows, strong: cell.heading || isBold });
  table.cell = null;
}

function openTag(walk: Walk, name: string, attributes: Record<string, string>): void {
  const heading = /^h([1-6])$/.exec(name);
  const table = walk.tables.at(-1);
  if (name === "table") {
    if (!table) flush(walk);
    walk.tables.push({ rows: [], cell: null });
  } else if (table && name === "tr") table.rows.push([]);
  else if (table && (name === "td" || name === "th")) {
    const [columns, rows] = [spanOf(attributes["colspan"]), spanOf(attributes["rowspan"])];
    table.cell = { columns, rows, heading: name === "th", text: "", boldLetters: 0 };
  } else if (name === "strong" || name === "b") walk.bold += 1;
  else if (table && (heading || BLOCK_TAGS.has(name))) addText(walk, " ");
  else if (heading) beginBlock(walk, { kind: "heading", level: Number(heading[1]) });
  else if (name === "li") beginBlock(walk, { kind: "list-item" });
  else if (name === "p" && walk.open.kind !== "list-item") beginBlock(walk, { kind: "paragraph" });
  else if (name === "br" || name === "p") walk.text += " ";
  else if (name === "img") addPicture(walk, attributes[PICTURE_TEXT] ?? "");
  else if (name === "input") addText(walk, "checked" in attributes ? "☒ " : "☐ ");
}

/** In a table, the text belongs to its cell; elsewhere, each line is a paragraph. */
function addPicture(walk: Walk, text: string): void {
  if (walk.tables.length > 0) return addText(walk, ` ${text} `);
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.length > 0) flush(walk);
  for (const line of lines) walk.blocks.push({ kind: "paragraph", text: line, page: null });
}

function beginBlock(walk: Walk, open: Walk["open"]): void {
  flush(walk);
  walk.open = open;
}

function closeTag(walk: Walk, name: string): void {
  if (name === "table") closeTable(walk);
  else if (name === "td" || name === "th") closeCell(walk);
  else if (name === "strong" || name === "b") walk.bold -= 1;
  else if (walk.tables.length === 0 && (/^h[1-6]$/.test(name) || ["p", "li", "ul", "ol"].includes(name))) {
    const isInsideItem = name === "p" && walk.open.kind === "list-item";
    if (!isInsideItem) beginBlock(walk, { kind: "paragraph" });
  }
}

/**
 * Blocks of simple HTML: headings, paragraphs, list items, tables (nested tables become text of their cell).
 */
export function blocksOfHtml(html: string): Block[] {
  const walk: Walk = { blocks: [], text: "", open: { kind: "paragraph" }, tables: [], bold: 0 };
  const parser = new Parser({
    onopentag: (name, attributes) => openTag(walk, name, attributes),
    ontext: (text) => addText(walk, text),
    onclosetag: (name) => closeTag(walk, name),
  });
  parser.end(html);
  flush(walk);
  return walk.blocks;
}
