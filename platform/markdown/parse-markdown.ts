import { parseInline, type Run } from "./parse-inline.ts";

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3 | 4; runs: Run[] }
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "list"; ordered: boolean; items: Run[][] }
  /** The first row has the names of the columns. */
  | { kind: "table"; rows: Run[][][] };

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;
const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const BREAK = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|```.*)$/;

const startsBlock = (line: string): boolean =>
  line.trim() === "" || HEADING.test(line) || ITEM.test(line) || ROW.test(line) || BREAK.test(line);

/** Takes lines from the front as long as they fit. */
function takeWhile(lines: string[], fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !fits(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

const cellsOf = (line: string): Run[][] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim()));

function takeTable(lines: string[]): Block {
  const rows = takeWhile(lines, (line) => ROW.test(line));
  if (RULE.test(rows[1] ?? "")) rows.splice(1, 1);
  return { kind: "table", rows: rows.map(cellsOf) };
}

/** Lines that begin nothing of their own go on with the item before. */
function takeList(lines: string[], ordered: boolean): Block {
  const texts: string[] = [];
  for (;;) {
    const item = ITEM.exec(lines[0] ?? "");
    if (item === null || (item[2] !== undefined) !== ordered) break;
    lines.shift();
    texts.push(
      [item[3]!, ...takeWhile(lines, (line) => !startsBlock(line))].map((text) => text.trim()).join(" "),
    );
  }
  return { kind: "list", ordered, items: texts.map(parseInline) };
}

function takeParagraph(lines: string[]): Block {
  const [first = ""] = lines.splice(0, 1);
  const text = [first, ...takeWhile(lines, (line) => !startsBlock(line))];
  return {
    kind: "paragraph",
    runs: parseInline(text.map((line) => line.replace(/^\s*>\s?/, "").trim()).join(" ")),
  };
}

function takeBlock(lines: string[]): Block {
  const line = lines[0]!;
  const heading = HEADING.exec(line);
  if (heading !== null) {
    lines.shift();
    const level = Math.min(4, heading[1]!.length) as 1 | 2 | 3 | 4;
    return { kind: "heading", level, runs: parseInline(heading[2]!) };
  }
  if (ROW.test(line)) return takeTable(lines);
  const item = ITEM.exec(line);
  return item === null ? takeParagraph(lines) : takeList(lines, item[2] !== undefined);
}

/** Reads the markdown that policies are written in: headings, paragraphs, flat lists and tables. Anything else is text. */
export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  while (lines.length > 0) {
    if (lines[0]!.trim() === "" || BREAK.test(lines[0]!)) lines.shift();
    else blocks.push(takeBlock(lines));
  }
  return blocks;
}
