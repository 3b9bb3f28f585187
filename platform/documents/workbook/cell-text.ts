import { beginningOf } from "../../beginning-of.ts";

/** The maximum length of a cell. */
const MAX_CHARACTERS = 32_767;

/** `A`, `B`, ... `AA` for a column, counted from 0. */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/**
 * Text for a cell's XML. XML has no other control characters; escapes such as `_x000A_` would be read as one
 * character.
 */
export function cellText(text: string): string {
  return beginningOf(text, MAX_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
