import { Parser } from "htmlparser2";
import { cleanText } from "./clean-text.ts";

/** The texts of the headers and footers of a sheet, which spreadsheet programs print on its pages. */
export interface SheetMargins {
  headers: string[];
  footers: string[];
}

export const noMargins = (): SheetMargins => ({ headers: [], footers: [] });

/** Longer than headers and footers, which have at most 255 characters each, with their tags. */
const MAX_XML = 20_000;
/** The number of a page, with the words around it. */
const PAGE_NUMBER = /(?:\b(?:page|seite)\s*)?&P(?:[+-]\d+)?(?:\s*(?:of|von|\/)\s*&N)?/gi;
/** Fonts, sizes, colours and styles. */
const STYLES = /&(?:"[^"]*"|K(?:[\dA-F]{6}|\d\d[+-]\d{3})|\d{1,3}|[BIUESXYOH])/gi;
/** What differs from print to print. */
const OTHERS = /&[A-Z]/gi;
const SECTIONS = /&[LCR]/i;
const AMPERSAND = "\0";

/** The texts in the left, middle and right of a header or footer; the name of the sheet alone is its heading. */
export function marginTexts(code: string, sheet: string): string[] {
  return code
    .replaceAll("&&", AMPERSAND)
    .split(SECTIONS)
    .map((section) => section.replaceAll(STYLES, "").replaceAll(PAGE_NUMBER, "").replaceAll(/&A/gi, sheet))
    .map((text) => cleanText(text.replaceAll(OTHERS, "").replaceAll(AMPERSAND, "&")))
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text !== sheet);
}

const KIND = /^(?:\w+:)?(?:odd|even|first)(Header|Footer)$/;

/** Those in a sheet's XML, near its end. */
export function marginsInXml(xml: Buffer, sheet: string): SheetMargins {
  const found = noMargins();
  const start = xml.lastIndexOf("headerFooter>");
  if (start < 0) return found;
  let open: string | undefined;
  let codes: Record<string, string> = {};
  const parser = new Parser(
    {
      onopentag: (name) => {
        open = KIND.exec(name)?.[1];
      },
      ontext: (text) => {
        if (open !== undefined) codes[open] = `${codes[open] ?? ""}${text}`;
      },
      onclosetag: () => {
        for (const [kind, code] of Object.entries(codes))
          found[kind === "Header" ? "headers" : "footers"].push(...marginTexts(code, sheet));
        codes = {};
        open = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml.toString("utf8", Math.max(0, start - MAX_XML), start));
  return found;
}

/** The code in a record of the format before 2007: its length, the width of its letters, and these. */
export function marginOfRecord(data: Buffer, sheet: string): string[] {
  if (data.length < 3) return [];
  const [letters, width] = [data.readUInt16LE(0), (data[2] ?? 0) & 1];
  if (3 + letters * (width + 1) > data.length) return [];
  const text = data.toString(width === 0 ? "latin1" : "utf16le", 3, 3 + letters * (width + 1));
  return marginTexts(text, sheet);
}
