import { CFB, read, utils, type CellObject, type Range, type WorkBook, type WorkSheet } from "@e965/xlsx";
import type { Block } from "../document.ts";
import type { ParseLimits } from "../parser-job.ts";
import { cleanText } from "./clean-text.ts";
import { countEmptyFormulas } from "./empty-formulas.ts";
import { haveText, hiddenInXml } from "./hidden-cells.ts";
import { isoDatesInXml, showDates } from "./iso-dates.ts";
import { lastRowIn } from "./last-row.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { createPictureReader, type PictureReader } from "./picture-reader.ts";
import { commentsOn } from "./sheet-comments.ts";
import { SheetDrawings, type Drawing, type WorkbookFiles } from "./sheet-drawings.ts";
import { marginsInXml } from "./sheet-margins.ts";
import { textShower } from "./shown-text.ts";
import { blocksOfRows, type SheetRow } from "./sheet-blocks.ts";
import { NOTHING_ELSE, readXlsSheets, type XlsSheet } from "./xls-sheets.ts";

const MAX_COLUMNS = 256;
const MAX_MERGE_CELLS = 5_000;

type DenseSheet = WorkSheet & { "!data"?: (CellObject | undefined)[][] };

/** A cell merged over several rows is displayed once and belongs to each of them. */
function fillMerges(rows: (CellObject | undefined)[][], merges: readonly Range[]): void {
  for (const { s, e } of merges) {
    const top = rows[s.r]?.[s.c];
    if (top === undefined || e.r - s.r > MAX_MERGE_CELLS) continue;
    for (let r = s.r + 1; r <= Math.min(e.r, rows.length - 1); r += 1) {
      const row = (rows[r] ??= []);
      row[s.c] ??= top;
    }
  }
}

/** By row, the cells merged over several columns in it. */
function widthsIn(merges: readonly Range[]): ReadonlyMap<number, Range[]> {
  return Map.groupBy(
    merges.filter(({ s, e }) => s.r === e.r && e.c > s.c),
    ({ s }) => s.r,
  );
}

type ShowText = ReturnType<typeof textShower>;

function rowOf(
  cells: readonly (CellObject | undefined)[],
  merges: readonly Range[],
  shownText: ShowText,
): SheetRow {
  const used = Array.from(cells.slice(0, MAX_COLUMNS));
  const allText = used.every((cell) => cell === undefined || cell.t === "s" || cell.t === "z");
  const shown = used.map(shownText);
  if (merges.length === 0) return { cells: shown, allText };
  const spread = [...shown];
  for (const { s, e } of merges)
    for (let c = s.c; c <= Math.min(e.c, MAX_COLUMNS - 1); c += 1) spread[c] = shown[s.c] ?? "";
  return { cells: shown, allText, spread: Array.from(spread, (text) => text ?? "") };
}

const continues = (cells: readonly (CellObject | undefined)[], shownText: ShowText): boolean =>
  cells.slice(MAX_COLUMNS).some((cell) => shownText(cell) !== "");

interface TakenRows {
  rows: SheetRow[];
  /** Warnings of rows and of columns that were not read. */
  cut: string[];
  wide: string[];
}

/**
 * Rows of a sheet as text; deducts what they need from `left`. A few bytes of a file can expand to gigabytes
 * of text.
 */
function takeRows(
  sheet: DenseSheet,
  name: string,
  left: { rows: number; characters: number },
  shownText: ShowText,
): TakenRows {
  const data = sheet["!data"] ?? [];
  fillMerges(data, sheet["!merges"] ?? []);
  const widths = widthsIn(sheet["!merges"] ?? []);
  const rows: SheetRow[] = [];
  let isWide = false;
  for (let index = 0; index < data.length && left.rows > 0 && left.characters > 0; index += 1) {
    const cells = data[index] ?? [];
    const row = rowOf(cells, widths.get(index) ?? [], shownText);
    left.rows -= 1;
    left.characters -= row.cells.reduce((sum, cell) => sum + cell.length, 0);
    isWide ||= continues(cells, shownText);
    rows.push(row);
  }
  const isCut = rows.length < data.length;
  return {
    rows,
    cut: isCut ? [`The sheet "${name}" was cut after ${rows.length} of ${data.length} rows.`] : [],
    wide: isWide ? [`Only the first ${MAX_COLUMNS} columns of the sheet "${name}" were read.`] : [],
  };
}

function readWorkbook(file: Buffer, limits: ParseLimits): WorkBook {
  return read(file, {
    type: "buffer",
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    sheetRows: limits.rows + 1,
    bookFiles: true,
    // The built-in date format depends on the reader's locale; ISO is unambiguous.
    dateNF: "yyyy-mm-dd",
  });
}

const isHidden = (workbook: WorkBook, index: number): boolean =>
  (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;

/** By how many rows the declared size of the sheet exceeds what was read. */
function lostRows(sheet: WorkSheet | undefined): number {
  const full = sheet?.["!fullref"] as string | undefined;
  if (full === undefined) return 0;
  return utils.decode_range(full).e.r - utils.decode_range(sheet?.["!ref"] ?? full).e.r;
}

/** The XML of the sheets. */
const sheetParts = (workbook: WorkbookFiles): Buffer[] =>
  Object.entries(workbook.files ?? {}).flatMap(([path, { content }]) =>
    /worksheets\/[^/]+\.xml$/i.test(path) && Buffer.isBuffer(content) ? [content] : [],
  );

/** Formulas without a value, which the reader drops silently. */
function notCalculated(parts: readonly Buffer[]): string[] {
  const count = parts.reduce((sum, part) => sum + countEmptyFormulas(part), 0);
  if (count === 0) return [];
  return [
    `Cells whose formula has no stored value: ${count}. Save the file in a spreadsheet program and upload it again.`,
  ];
}

/** Rows over the limit in sheets that declare no size or too small a one: the reader drops them silently. */
function silentlyLost(workbook: WorkBook, parts: readonly Buffer[], limit: number): string[] {
  const ends = parts.map(lastRowIn);
  // One more row is read, and cut with its own warning.
  const over = ends.filter((end) => end > limit + 1).toSorted((a, b) => b - a);
  const reported = Object.values(workbook.Sheets).filter((sheet) => lostRows(sheet) > 0).length;
  if (over.length <= reported) return [];
  const where = workbook.SheetNames.length === 1 ? `the sheet "${workbook.SheetNames[0]}"` : "a sheet";
  return [`Only the first ${limit} rows of ${where} were read: it has rows up to ${over[0]}.`];
}

interface Container {
  FullPaths: string[];
}

const containers = CFB as { find(file: unknown, name: string): { content?: Uint8Array } | null };

/** What the library does not read, by sheet: in the format before 2007, or else in XML. */
function othersOf(workbook: WorkbookFiles): (index: number) => XlsSheet {
  if (workbook.cfb === undefined) {
    const drawings = new SheetDrawings(workbook);
    return (index) => {
      const xml = drawings.sheet(index);
      if (xml === null) return { ...NOTHING_ELSE, drawings: drawings.of(index) };
      return {
        ...NOTHING_ELSE,
        hidden: hiddenInXml(xml),
        drawings: drawings.of(index),
        margins: marginsInXml(xml, workbook.SheetNames[index] ?? ""),
        dates: isoDatesInXml(xml),
      };
    };
  }
  const found = containers.find(workbook.cfb, "/Workbook") ?? containers.find(workbook.cfb, "/Book");
  const sheets = readXlsSheets(Buffer.from(found?.content ?? []), workbook.SheetNames);
  return (index) => sheets[index] ?? NOTHING_ELSE;
}

/** Charts, diagrams and other files in a workbook. */
const OBJECTS = /^xl\/(?:charts\/chart|diagrams\/data|embeddings\/)/i;

/** A file in a workbook of the format before 2007. */
const XLS_OBJECT = /\/MBD[\dA-F]{8}\/$/i;

const hasObjects = ({ files = {}, cfb }: WorkbookFiles): boolean =>
  Object.keys(files).some((path) => OBJECTS.test(path)) ||
  ((cfb as Container | undefined)?.FullPaths ?? []).some((path) => XLS_OBJECT.test(path));

/** The texts of text boxes and pictures. */
async function readDrawings(drawings: readonly Drawing[], pictures: PictureReader): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const one of drawings) {
    const texts = "text" in one ? [one.text] : await pictures.read(one.contentType, one.picture);
    for (const text of texts) blocks.push({ kind: "paragraph", text, page: null });
  }
  return blocks;
}

/** Headers and footers as text, each once: the sheets of a workbook often have the same ones. */
function marginPrinter(): (texts: readonly string[]) => Block[] {
  const seen = new Set<string>();
  return (texts) => {
    const added = texts.filter((text) => !seen.has(text));
    for (const text of added) seen.add(text);
    return [...new Set(added)].map((text) => ({ kind: "paragraph", text, page: null }));
  };
}

/** The sheets in order, until the limits for rows and characters are reached, each with its comments and drawings. */
export async function parseWorkbook(file: Buffer, limits: ParseLimits): Promise<ParsedDocument> {
  const workbook = readWorkbook(file, limits);
  const [othersIn, pictures] = [othersOf(workbook), createPictureReader(limits)];
  const shownText = textShower(workbook);
  const blocks: Block[] = [];
  const parts = sheetParts(workbook);
  const hidden: string[] = [];
  const silent = silentlyLost(workbook, parts, limits.rows);
  const unread = [...silent, ...notCalculated(parts)];
  const printed = marginPrinter();
  let hasCharts = false;
  const left = { rows: limits.rows, characters: limits.characters };
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet: DenseSheet | undefined = workbook.Sheets[name];
    if (sheet === undefined) continue;
    if (isHidden(workbook, index)) hidden.push(`The sheet "${name}" is hidden.`);
    const lost = lostRows(sheet);
    const others = othersIn(index);
    hasCharts ||= others.hasChart;
    showDates(sheet["!data"] ?? [], others.dates);
    const taken = takeRows(sheet, name, left, shownText);
    // The library stops one row later, whose number would pass for that of all rows.
    const isStopped = taken.cut.length > 0 && taken.rows.length === limits.rows;
    if (lost > 0)
      unread.push(`The last ${lost + (isStopped ? 1 : 0)} rows of the sheet "${name}" were not read.`);
    unread.push(...(isStopped && lost + silent.length > 0 ? [] : taken.cut), ...taken.wide);
    if (haveText(others.hidden, taken.rows))
      hidden.push(`The sheet "${name}" has hidden rows or columns, which were read.`);
    // A name may contain what the database cannot store.
    const shownName = cleanText(name);
    const content = [
      ...blocksOfRows(taken.rows, shownName),
      ...commentsOn(sheet["!data"] ?? [], MAX_COLUMNS),
      ...(await readDrawings(others.drawings, pictures)),
    ];
    const found =
      content.length === 0
        ? []
        : [...printed(others.margins.headers), ...content, ...printed(others.margins.footers)];
    if (found.length > 0) blocks.push({ kind: "heading", level: 1, text: shownName, page: null });
    for (const block of found) blocks.push(block);
  }
  const pageCount = workbook.SheetNames.length;
  if (hasCharts || hasObjects(workbook)) hidden.push("Embedded charts, diagrams and files were not read.");
  const warnings = [...unread, ...hidden, ...pictures.warnings()];
  const partial = unread.length > 0 || pictures.isPartial();
  const [ocr, hardToRead] = [pictures.hasRead(), pictures.isHardToRead()];
  return { pageCount, blocks, ocr, hardToRead, warnings, partial };
}
