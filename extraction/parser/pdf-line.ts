/** One line as set on the page. */
export interface PdfLine {
  text: string;
  /** Letter height in points, including the text matrix. */
  size: number;
  bold: boolean;
  /** The bold words that a line with others begins with: the number or title of a paragraph. */
  lead?: string;
  /** The direction of the text in quarter turns, counterclockwise: pages can be set sideways. */
  turns: number;
  /** Position of the first letter's baseline in points, along the text and upwards from it. */
  x: number;
  y: number;
  /** Where its last letter ends; unknown for some. */
  right?: number;
  /** Of several lines as one, the base of the lowest. */
  bottom?: number;
  /** Its parts, which wide gaps separate: cells of a table, or lines of columns. */
  cells?: PdfCell[];
}

export type PdfCell = Omit<PdfLine, "cells" | "bottom">;

/** PDFium marks a hyphen at the end of a line as U+FFFE. */
export const HYPHEN = "\ufffe";

export const joinHyphens = (text: string): string =>
  text
    .replace(/\ufffe\s*(?=\p{Ll})/gu, "")
    .replace(/\ufffe\s*(?=\S)/g, "-")
    .replace(/\ufffe/g, "-");

/** The parts of a line, or else the line itself. */
export const partsOf = ({ cells = [], bottom: _bottom, ...line }: PdfLine): readonly PdfCell[] =>
  cells.length > 0 ? cells : [line];
