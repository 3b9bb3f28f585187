import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { cellText, columnName } from "./cell-text.ts";

/*
 * Our own writer: of the available libraries, one streams but is unmaintained and does not install, one fails
 * on texts such as "constructor" and writes the current time into the file, and one has no styles. Rows are
 * written one by one, so a sheet with a hundred thousand rows needs no more memory than its rows and its
 * file.
 */

export type Cell = string | number | null;

export interface SheetColumn {
  head: string;
  /** In characters. */
  width: number;
}

export interface Sheet {
  /** At most 31 characters, without `[ ] : * ? / \`. */
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
}

/** The same for every part and time zone: the bytes must not depend on the time of writing. */
const SAME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 } as const;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const PIECE = 65_536;

/**
 * Indexes into `STYLES`. Text cells have the format "text", so no program evaluates them, even after edits.
 */
const [HEAD, TEXT, NUMBER] = [1, 2, 3] as const;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE6E8ED"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf applyAlignment="1"><alignment vertical="top"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function cellXml(value: Cell, place: string, style: number): string {
  if (value === null || value === "") return "";
  if (typeof value === "number") return `<c r="${place}" s="${NUMBER}"><v>${value}</v></c>`;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(value)}</t></is></c>`;
}

const rowXml = (cells: readonly Cell[], number: number, style: number): string =>
  `<row r="${number}">${cells.map((value, n) => cellXml(value, `${columnName(n)}${number}`, style)).join("")}</row>`;

/** With a frozen header row and a filter for each column. */
function* sheetXml({ columns, rows }: Sheet): Generator<string> {
  const widths = columns.map(
    ({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>`;
  const heads = columns.map(({ head }) => head);
  let piece = rowXml(heads, 1, HEAD);
  for (const [n, cells] of rows.entries()) {
    piece += rowXml(cells, n + 2, TEXT);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  const last = `${columnName(columns.length - 1)}${rows.length + 1}`;
  yield `${piece}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

function partsOf(sheets: readonly Sheet[]): [path: string, xml: () => Iterable<string>][] {
  const numbered = sheets.map(({ name }, n) => ({
    name: cellText(name).replaceAll('"', "&quot;"),
    n: n + 1,
  }));
  const types = numbered.map(
    ({ n }) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const listed = numbered.map(({ name, n }) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`);
  const links = numbered.map(
    ({ n }) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return [
    [
      "[Content_Types].xml",
      () => [
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types.join("")}</Types>`,
      ],
    ],
    [
      "_rels/.rels",
      () => [
        `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    ],
    [
      "xl/workbook.xml",
      () => [
        `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join("")}</sheets></workbook>`,
      ],
    ],
    [
      "xl/_rels/workbook.xml.rels",
      () => [
        `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join("")}${styles}</Relationships>`,
      ],
    ],
    ["xl/styles.xml", () => [STYLES]],
    ...sheets.map((sheet, n): [string, () => Iterable<string>] => [
      `xl/worksheets/sheet${n + 1}.xml`,
      () => sheetXml(sheet),
    ]),
  ];
}

/** The sheets as an XLSX file; the same sheets produce the same bytes. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, xml] of partsOf(sheets))
    zip.addReadStreamLazy(path, SAME, (give) => give(null, Readable.from(xml(), { objectMode: false })));
  zip.end();
  return buffer(zip.outputStream as Readable);
}
