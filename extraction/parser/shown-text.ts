import { SSF, type CellObject, type WorkBook } from "@e965/xlsx";
import { cleanText } from "./clean-text.ts";

/** The part of the library that it leaves untyped. */
const formatter = SSF as { format(format: string, value: number, options: { date1904: boolean }): string };

/** Quoted text, escaped characters and colours; a dot before a zero begins the fractions of a second. */
const DOTS = /"[^"]*"|\\.|\[[^[\]]*\]|\.(?!0)/gs;

/** The format with escaped dots: the library takes those of `dd.mm.yyyy` for fractions of a second and fails. */
const withPlainDots = (format: string): string =>
  format.replace(DOTS, (part) => (part === "." ? String.raw`\.` : part));

/** Without a format, a long number, such as that of an account, would lose its last digits. */
const allDigits = ({ v, w = "" }: CellObject): string | undefined =>
  typeof v === "number" && Number.isSafeInteger(v) && /^-?\d\.\d+E\+\d+$/.test(w) ? String(v) : undefined;

/** What the cells of a workbook display: their formatted text, not the number behind it. */
export function textShower({ Workbook }: WorkBook): (cell: CellObject | undefined) => string {
  const options = { date1904: Workbook?.WBProps?.date1904 === true };
  const formatted = ({ v, z }: CellObject): string | undefined => {
    if (typeof v !== "number" || typeof z !== "string") return undefined;
    try {
      return formatter.format(withPlainDots(z), v, options);
    } catch {
      return undefined;
    }
  };
  return (cell) => {
    if (cell === undefined || cell.t === "z") return "";
    const shown =
      allDigits(cell) ?? cell.w ?? formatted(cell) ?? (cell.v === undefined ? "" : String(cell.v));
    return cleanText(shown);
  };
}
