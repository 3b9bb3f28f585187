import { printable } from "./printable.ts";

/** The width of the text on a page, in points. */
export const TEXT_WIDTH = 475;
/**
 * What must not break over pages is at most so high, by a generous estimate: pdfmake silently omits whatever does not fit
 * on a page, which has 722 points.
 */
export const KEPT_HEIGHT = 500;
/** The same for the heads of a table, above a row of that height. */
export const HEAD_HEIGHT = 200;
/** Of the letter height, with the space between lines. */
const LINE = 1.35;

/** Printed letter by letter; others may be printed as longer codes. */
const LATIN = /^[\x20-\x7e\u00a0-\u024f]*$/;

const printedLength = (text: string): number =>
  LATIN.test(text) ? text.length : printable(text, {}).reduce((sum, piece) => sum + piece.text.length, 0);

/** At most the height of a text in points: hardly a letter is wider than high. */
export function heightOf(text: string, size: number, width = TEXT_WIDTH): number {
  return Math.max(1, Math.ceil((printedLength(text) * size) / Math.max(1, width))) * size * LINE;
}
