import { Parser } from "htmlparser2";
import { displayedText, localName } from "./workbook-parts.ts";
import { lastOf } from "../../domain/last-of.rules.ts";

/** A cell and its position in the sheet's XML. */
export interface ScannedCell {
  /** From 0. */
  column: number;
  text: string;
  /** Index of its style; empty if it has none. */
  style: string;
  hasFormula: boolean;
  /** From the first character of its tag to the one after its end. */
  start: number;
  end: number;
}

export interface ScannedRow {
  /** From 1, as displayed in the sheet. */
  number: number;
  /** The tag prefix with its colon; mostly empty. */
  prefix: string;
  cells: ScannedCell[];
  /** The position of `</row>`. */
  end: number;
}

/** `B7` is in column 1. */
export function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "";
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface OpenCell extends ScannedCell {
  type: string;
}

/**
 * Reads rows and cells of a sheet with their positions, so that a cell can be replaced without changing
 * anything else.
 */
class SheetScanner {
  readonly rows: ScannedRow[] = [];
  readonly #strings: readonly string[];
  #cell: OpenCell | null = null;
  #inValue = false;
  #phonetic = 0;

  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  open(name: string, attributes: Record<string, string>, start: number): void {
    const tag = localName(name);
    if (tag === "row") this.#openRow(name, attributes["r"]);
    else if (tag === "c") this.#openCell(attributes, start);
    else if (tag === "f" && this.#cell !== null) this.#cell.hasFormula = true;
    else if (tag === "rPh") this.#phonetic += 1;
    this.#inValue = (tag === "v" || tag === "t") && this.#phonetic === 0;
  }

  text(text: string): void {
    if (this.#inValue && this.#cell !== null) this.#cell.text += text;
  }

  close(name: string, start: number, end: number): void {
    const tag = localName(name);
    this.#inValue = false;
    if (tag === "rPh") this.#phonetic -= 1;
    if (tag === "row" && this.rows.length > 0) lastOf(this.rows).end = start;
    if (tag === "c") this.#closeCell(end);
  }

  #openRow(name: string, number: string | undefined): void {
    const prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
    const next = (this.rows.at(-1)?.number ?? 0) + 1;
    this.rows.push({ number: number === undefined ? next : Number(number), prefix, cells: [], end: 0 });
  }

  #openCell({ r = "", s = "", t = "n" }: Record<string, string>, start: number): void {
    const next = (this.rows.at(-1)?.cells.at(-1)?.column ?? -1) + 1;
    const column = r === "" ? next : columnOf(r);
    this.#cell = { column, text: "", style: s, hasFormula: false, start, end: start, type: t };
  }

  #closeCell(end: number): void {
    if (this.#cell === null) return;
    const { type, ...cell } = this.#cell;
    const text = type === "s" ? (this.#strings[Number(cell.text)] ?? "") : cell.text;
    this.rows.at(-1)?.cells.push({ ...cell, text: displayedText(text).trim(), end });
    this.#cell = null;
  }
}

export function scanSheet(xml: string, sharedStrings: readonly string[]): ScannedRow[] {
  const scanner = new SheetScanner(sharedStrings);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => scanner.open(name, attributes, parser.startIndex),
      ontext: (text) => scanner.text(text),
      onclosetag: (name) => scanner.close(name, parser.startIndex, parser.endIndex + 1),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return scanner.rows;
}
