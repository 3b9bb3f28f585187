/** One line as set on the page. */
export interface PdfLine {
  text: string;
  /** Letter height in points, including the text matrix. */
  size: number;
  bold: boolean;
  /** The direction of the text in quarter turns, counterclockwise: pages can be set sideways. */
  turns: number;
  /** Position of the first letter's baseline in points, along the text and upwards from it. */
  x: number;
  y: number;
  /** Where its last letter ends; unknown for some. */
  right?: number;
  /** Its parts, which wide gaps separate: cells of a table, or lines of columns. */
  cells?: PdfCell[];
}

export type PdfCell = Omit<PdfLine, "cells">;

/** The parts of a line, or else the line itself. */
export const partsOf = ({ cells = [], ...line }: PdfLine): readonly PdfCell[] =>
  cells.length > 0 ? cells : [line];
