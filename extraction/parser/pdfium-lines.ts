import { CHAR_BOX_BYTES, charBox } from "./char-box.ts";
import {
  hasBothDirections,
  lettersInPlace,
  piecesOf,
  textsInOrder,
  type PlacedPiece,
} from "./pdf-directions.ts";
import type { PdfCell, PdfLine } from "./pdf-line.ts";
import { memoryOf, utf16Of, withBuffer, type Pdfium, type Pointer } from "./pdfium-functions.ts";

const FONT_NAME_BYTES = 128;
const BOLD_FONT = /bold|black|heavy|semibold|demi/i;
/** Words further apart than this many letter heights are in different cells or columns. */
const WIDE_GAP = 1;
/** Those closer than this are one. */
const NARROW_GAP = 0.1;
/** In points. */
const SAME_BASE = 0.5;
/** Dots that lead to the number of a page or item, across any gap. */
const LEADER = /(?:[.·_…] ?){4}$/;

type Style = Omit<PdfLine, "text" | "cells" | "right">;

function readText(pdfium: Pdfium, text: Pointer): string {
  const count = pdfium._FPDFText_CountChars(text);
  if (count <= 0) return "";
  return withBuffer(pdfium, (count + 1) * 2, (pointer) => {
    const length = pdfium._FPDFText_GetText(text, 0, count, pointer);
    return length <= 1 ? "" : utf16Of(pdfium, pointer, (length - 1) * 2);
  });
}

/** Of a direction, 0 to 3: a scan that is a little askew has none. */
const quarterTurns = (x: number, y: number): number => (Math.round((2 * Math.atan2(y, x)) / Math.PI) + 4) % 4;

/** A position as if the page were turned so that its text runs to the right. */
function turnedBack(x: number, y: number, turns: number): [number, number] {
  if (turns === 1) return [y, -x];
  if (turns === 2) return [-x, -y];
  return turns === 3 ? [-y, x] : [x, y];
}

function readStyle(pdfium: Pdfium, text: Pointer, char: number): Style {
  return withBuffer(pdfium, FONT_NAME_BYTES, (pointer) => {
    const hasMatrix = pdfium._FPDFText_GetMatrix(text, char, pointer) !== 0;
    const matrix = memoryOf(pdfium);
    const [a, b, c, d] = [0, 4, 8, 12].map((at) => matrix.getFloat32(pointer + at, true)) as [
      number,
      number,
      number,
      number,
    ];
    const stretch = hasMatrix ? Math.hypot(c, d) : 1;
    const turns = hasMatrix ? quarterTurns(a, b) : 0;
    pdfium._FPDFText_GetCharOrigin(text, char, pointer, pointer + 8);
    const origin = memoryOf(pdfium);
    const [left, base] = [origin.getFloat64(pointer, true), origin.getFloat64(pointer + 8, true)];
    const [x, y] = turnedBack(left, base, turns);
    const nameBytes = pdfium._FPDFText_GetFontInfo(text, char, pointer, FONT_NAME_BYTES, 0);
    const name = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + Math.min(nameBytes, FONT_NAME_BYTES)));
    const size = pdfium._FPDFText_GetFontSize(text, char) * stretch;
    return { turns, x, y, size, bold: BOLD_FONT.test(name.toString("latin1")) };
  });
}

/** How to find the place of a letter of a line, with room for the result. */
interface Setting {
  charAt: (at: number) => number;
  room: Pointer;
  style: Style;
}

/** From places in a line to its letters, which PDFium would search: they are in step if both end together. */
function lettersOf(pdfium: Pdfium, text: Pointer, line: string, start: number): (at: number) => number {
  const search = (at: number) => pdfium._FPDFText_GetCharIndexFromTextIndex(text, start + at);
  const [first, length] = [search(0), line.length - 1];
  return first >= 0 && search(length) === first + length ? (at) => first + at : search;
}

/** The parts of an upright line, which wide gaps separate. `room` is for the sides of letters. */
function cellsOf(pdfium: Pdfium, text: Pointer, line: string, { charAt, style, room }: Setting): PdfCell[] {
  if (style.turns !== 0) return [];
  const boxOf = (char: number) => charBox(pdfium, text, char, room);
  const cells: PdfCell[] = [];
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    const char = charAt(index);
    const { left } = boxOf(char);
    const { right } = boxOf(charAt(index + word.length - 1));
    const last = cells.at(-1);
    if (last === undefined) cells.push({ ...style, text: word, right });
    else if (left - (last.right ?? left) > style.size * WIDE_GAP && !LEADER.test(last.text))
      cells.push({ ...readStyle(pdfium, text, char), text: word, right });
    else [last.text, last.right] = [`${last.text} ${word}`, right];
  }
  return cells;
}

/** The lines of a page in the order of the file. */
export const readLines = (pdfium: Pdfium, text: Pointer): PdfLine[] =>
  withBuffer(pdfium, CHAR_BOX_BYTES, (room) => linesOf(pdfium, text, room));

/** The bold words that a line begins with; all of them in one that ends bold. */
function leadOf(line: string, isBoldAt: (at: number) => boolean): string {
  if (isBoldAt(line.trimEnd().length - 1)) return line;
  const next = [...line.matchAll(/\S+/g)].find(({ index }) => !isBoldAt(index));
  return line.slice(0, next?.index).trim();
}

/** The lines of a text; PDFium continues one that ends with a hyphen with the line below. */
const splitText = (text: string): string[] =>
  text.split("\r\n").flatMap((line) => line.split(/(?<=\ufffe)(?=.*\S)/));

/** Whether a line continues the one before: PDFium begins a line with some texts of a single letter. */
const isClose = (last: PdfLine, line: PdfLine): boolean =>
  last.right !== undefined &&
  last.turns === line.turns &&
  Math.abs(last.y - line.y) < SAME_BASE &&
  Math.abs(last.size - line.size) < SAME_BASE &&
  line.x >= last.right &&
  line.x - last.right <= line.size * WIDE_GAP;

/** Two lines as one. */
function joined(last: PdfLine, line: PdfLine): PdfLine {
  const between = line.x - (last.right ?? line.x) < line.size * NARROW_GAP ? "" : " ";
  const [own, [first, ...rest]] = [last.cells ?? [], line.cells ?? []];
  const end = own.at(-1);
  const cells =
    end === undefined || first === undefined
      ? [...own]
      : [
          ...own.slice(0, -1),
          { ...first, ...end, right: first.right, text: end.text + between + first.text },
          ...rest,
        ];
  return {
    ...last,
    text: last.text.trimEnd() + between + line.text,
    bold: last.bold && line.bold,
    cells,
    right: line.right,
  };
}

function linesOf(pdfium: Pdfium, text: Pointer, room: Pointer): PdfLine[] {
  const lines: PdfLine[] = [];
  const whole = readText(pdfium, text);
  let at = 0;
  for (const part of splitText(whole)) {
    const line = lineOf(pdfium, text, { part, at, room });
    const last = lines.at(-1);
    if (line !== null && last !== undefined && isClose(last, line)) lines.splice(-1, 1, joined(last, line));
    else if (line !== null) lines.push(line);
    at += part.length;
    if (whole.startsWith("\r\n", at)) at += 2;
  }
  return lines;
}

/** A line with words in both directions, by their places. */
function orderedLine(pdfium: Pdfium, text: Pointer, line: string, { charAt, room, style }: Setting): PdfLine {
  const boxAt = (at: number) => charBox(pdfium, text, charAt(at), room);
  const pieces = [...line.matchAll(/\S+/g)].flatMap(({ 0: whole, index }, word) =>
    piecesOf(whole).map((piece): PlacedPiece => {
      const from = index + piece.index;
      const [first, last] = [boxAt(from), boxAt(from + piece.text.length - 1)];
      const [left, right] = [Math.min(first.left, last.left), Math.max(first.right, last.right)];
      const inPlace = lettersInPlace(piece.text, (at) => boxAt(from + at).left);
      return { text: inPlace, left, right, word };
    }),
  );
  const { text: whole, parts } = textsInOrder(pieces, style.size * WIDE_GAP);
  if (parts.length < 2) return { ...style, text: whole };
  const cells = parts.map(({ text: own, left, right }): PdfCell => ({ ...style, text: own, x: left, right }));
  const [x, right] = [cells[0]?.x ?? style.x, cells.at(-1)?.right];
  return { ...style, text: whole, x, cells, ...(right === undefined ? {} : { right }) };
}

/** The line of a text from a place on; null without letters. */
function lineOf(
  pdfium: Pdfium,
  text: Pointer,
  { part, at, room }: { part: string; at: number; room: Pointer },
): PdfLine | null {
  const first = part.search(/\S/);
  if (first < 0) return null;
  const charAt = lettersOf(pdfium, text, part, at);
  const styleAt = (index: number): Style => readStyle(pdfium, text, charAt(index));
  const style = styleAt(first);
  if (style.turns === 0 && hasBothDirections(part))
    return orderedLine(pdfium, text, part, { charAt, style, room });
  const cells = cellsOf(pdfium, text, part, { charAt, style, room });
  const right = cells.at(-1)?.right;
  // The first line of many a paragraph begins with a bold number or term.
  const lead = style.bold ? leadOf(part, (index) => styleAt(index).bold) : "";
  const bold = lead === part;
  return {
    text: part,
    ...style,
    bold,
    cells,
    ...(right === undefined ? {} : { right }),
    ...(lead === "" || bold ? {} : { lead }),
  };
}
