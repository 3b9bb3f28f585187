import { makeCompoundFile } from "./make-compound-file.ts";

/*
 * No library writes the old Word format, so this does, for text, tables and margins only ([MS-DOC] 2.4): a
 * FIB, then the text as UTF-16, one page of paragraph properties, and a piece table with one piece. It has no styles,
 * so Word itself may offer to repair it.
 */

const TEXT_AT = 0x600;
const PAGE = 512;
const MAGIC = 0xa5ec;
const WORD_97 = 0x00c1;
const TABLE_IS_1TABLE = 0x0200;
const CLX_BYTES = 21;
const BTE_BYTES = 12;
/** The stories of margins: six separators of notes, then the header and footer of odd pages among six of a section. */
const STORIES = 12;
const [HEADER_STORY, FOOTER_STORY] = [7, 9];
const HDD_BYTES = (STORIES + 1) * 4;
/** The capacity of the one page of paragraph properties. */
const MAX_ROWS = 12;
const PARAGRAPH_END = "\r";
/** Ends a cell and, repeated, the row. */
const CELL_END = "\u0007";

/** A paragraph, or the rows of a table. */
export type DocPart = string | string[][];

/** Printed above and below every page. */
export interface DocMargins {
  header?: string;
  footer?: string;
}

/** The text, and the positions where table rows end. */
function layOut(parts: readonly DocPart[]): { text: string; rowEnds: number[] } {
  let text = "";
  const rowEnds: number[] = [];
  for (const part of parts) {
    if (typeof part === "string") text += part + PARAGRAPH_END;
    else
      for (const cells of part) {
        text += cells.map((cell) => cell + CELL_END).join("");
        rowEnds.push(text.length);
        text += CELL_END;
      }
  }
  if (rowEnds.length > MAX_ROWS) throw new Error(`makeDoc writes at most ${MAX_ROWS} rows of tables`);
  return { text, rowEnds };
}

/** The text of the margins, and the position where each story begins, with the end of the last one. */
function layOutMargins({ header, footer }: DocMargins): { text: string; borders: number[] } {
  let text = "";
  const borders = [0];
  for (let story = 0; story < STORIES; story += 1) {
    const own = story === HEADER_STORY ? header : story === FOOTER_STORY ? footer : undefined;
    if (own !== undefined) text += own + PARAGRAPH_END;
    borders.push(text.length);
  }
  return { text, borders };
}

/** One FKP: runs of text by file position; those that end a row have sprmPFTtp. */
function paragraphProperties(letters: number, rowEnds: readonly number[]): Buffer {
  const borders = [0, ...rowEnds.flatMap((at) => [at, at + 1]), letters];
  const page = Buffer.alloc(PAGE);
  const runs = borders.length - 1;
  const properties = PAGE - 8;
  page.set([3, 0, 0, 0x17, 0x24, 1], properties);
  for (const [i, border] of borders.entries()) page.writeUInt32LE(TEXT_AT + border * 2, i * 4);
  for (let run = 1; run < runs; run += 2) page.writeUInt8(properties / 2, (runs + 1) * 4 + run * 13);
  page.writeUInt8(runs, PAGE - 1);
  return page;
}

/** The piece table, the list of the pages of paragraph properties, and the borders of the margins. */
function tableStream(letters: number, propertiesPage: number, margins: readonly number[]): Buffer {
  const table = Buffer.alloc(CLX_BYTES + BTE_BYTES + HDD_BYTES);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(letters, 9);
  table.writeUInt32LE(TEXT_AT, 15);
  table.writeUInt32LE(TEXT_AT, CLX_BYTES);
  table.writeUInt32LE(TEXT_AT + letters * 2, CLX_BYTES + 4);
  table.writeUInt32LE(propertiesPage, CLX_BYTES + 8);
  for (const [n, border] of margins.entries()) table.writeUInt32LE(border, CLX_BYTES + BTE_BYTES + n * 4);
  return table;
}

function headOf(letters: number, marginLetters: number): Buffer {
  const fib = Buffer.alloc(TEXT_AT);
  fib.writeUInt16LE(MAGIC, 0);
  fib.writeUInt16LE(WORD_97, 2);
  fib.writeUInt16LE(TABLE_IS_1TABLE, 10);
  fib.writeUInt32LE(TEXT_AT, 0x18);
  fib.writeUInt32LE(letters, 0x4c);
  fib.writeUInt32LE(marginLetters, 0x54);
  fib.writeUInt32LE(CLX_BYTES + BTE_BYTES, 0xf2);
  fib.writeUInt32LE(marginLetters === 0 ? 0 : HDD_BYTES, 0xf6);
  fib.writeUInt32LE(CLX_BYTES, 0x102);
  fib.writeUInt32LE(BTE_BYTES, 0x106);
  fib.writeUInt32LE(0, 0x1a2);
  fib.writeUInt32LE(CLX_BYTES, 0x1a6);
  return fib;
}

/** A Word 97 document with paragraphs, tables and margins. */
export function makeDoc(parts: readonly DocPart[], around: DocMargins = {}): Buffer {
  const { text, rowEnds } = layOut(parts);
  const margins = layOutMargins(around);
  const letters = text.length + margins.text.length;
  const head = headOf(text.length, margins.text.length);
  const body = Buffer.concat([head, Buffer.from(text + margins.text, "utf16le")]);
  const padding = Buffer.alloc((PAGE - (body.length % PAGE)) % PAGE);
  const properties = paragraphProperties(letters, rowEnds);
  const table = tableStream(letters, (body.length + padding.length) / PAGE, margins.borders);
  return makeCompoundFile({ "/WordDocument": Buffer.concat([body, padding, properties]), "/1Table": table });
}
