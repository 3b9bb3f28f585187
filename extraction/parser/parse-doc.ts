import WordExtractor from "word-extractor";
import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";
import { marginBlocks } from "./margin-blocks.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { looksLikeHeader } from "./table-header.ts";

const MAX_HEADING = 80;
const BULLET = /^[•●▪◦‣·o–-]\t+\s*/;
const NUMBERED_HEADING = /^(\d+(\.\d+)*)\.?\s+\p{Lu}/u;

/** The old format has text without styles: numbered titles and lines in capitals count as headings. */
function headingLevel(text: string): number | null {
  if (text.length > MAX_HEADING || /[.;:,]$/.test(text)) return null;
  const number = NUMBERED_HEADING.exec(text)?.[1];
  if (number !== undefined) return Math.min(6, number.split(".").length);
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
    ? 1
    : null;
}

function blockOf(line: string): Block | null {
  const text = cleanText(line);
  if (text === "") return null;
  if (BULLET.test(line)) return { kind: "list-item", text: cleanText(line.replace(BULLET, "")), page: null };
  const level = headingLevel(text);
  return level === null
    ? { kind: "paragraph", text, page: null }
    : { kind: "heading", level, text, page: null };
}

function tableOf(lines: readonly string[]): Block {
  const rows = lines.map((line) =>
    line
      .replace(/(?<!\t)\t+$/, "")
      .split("\t")
      .map(cleanText),
  );
  const hasHeader = looksLikeHeader(rows[0] ?? []);
  const [header, body] = hasHeader ? [rows[0] ?? [], rows.slice(1)] : [[], rows];
  return { kind: "table", header, rows: body, page: null, sheet: null };
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);
const marginsOf = (text: string): Block[] => marginBlocks(linesOf(text).map(cleanText));

/** Table rows are lines of cells separated by tabs; two consecutive ones form a table. */
function blocksOfText(text: string): Block[] {
  const blocks: Block[] = [];
  let rows: string[] = [];
  const endTable = () => {
    if (rows.length > 1) blocks.push(tableOf(rows));
    else blocks.push(...rows.map(blockOf).filter((block) => block !== null));
    rows = [];
  };
  for (const line of linesOf(text)) {
    if (/\S\t/.test(line) && !BULLET.test(line)) {
      rows.push(line);
      continue;
    }
    endTable();
    const block = blockOf(line);
    if (block !== null) blocks.push(block);
  }
  endTable();
  return blocks;
}

/** How the files of pictures begin: png, and jpg with one of its usual first segments. */
const PICTURES = [/\x89PNG\r\n/g, /\xff\xd8\xff(?:\xe0[^]{2}JFIF|\xe1[^]{2}Exif|\xdb[^]C)/g];

/** Pictures are not read in this format. */
function unreadPictures(file: Buffer): string[] {
  const bytes = file.toString("latin1");
  const count = PICTURES.reduce((sum, picture) => sum + [...bytes.matchAll(picture)].length, 0);
  return count === 0 ? [] : [`${count} embedded ${count === 1 ? "picture" : "pictures"}: cannot be read.`];
}

/** Word 97 to 2003: headers, body, text boxes, footnotes and endnotes, footers. */
export async function parseDoc(file: Buffer): Promise<ParsedDocument> {
  const document = await new WordExtractor().extract(file);
  const parts = [
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
  ];
  const headers = marginsOf(document.getHeaders({ includeFooters: false }));
  const blocks = [...headers, ...parts.flatMap(blocksOfText), ...marginsOf(document.getFooters())];
  return { pageCount: null, blocks, ocr: false, warnings: unreadPictures(file) };
}
