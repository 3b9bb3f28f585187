import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { cellText, columnName } from "../../platform/documents/workbook/cell-text.ts";
import { applyEdits, type Edit } from "./apply-edits.ts";
import { scanSheet, type ScannedRow } from "./scan-sheet.ts";
import { WorkbookError, openWorkbookParts } from "./workbook-parts.ts";

export interface AnswerCells {
  sheet: string;
  /** From 0. */
  column: number;
  /** By row number. */
  answers: ReadonlyMap<number, string>;
}

/** Inline text, never a formula: whatever its first character, no program evaluates it. */
function cellXml({ prefix, number }: ScannedRow, column: number, style: string, text: string): string {
  const name = (tag: string) => `${prefix}${tag}`;
  const styled = style === "" ? "" : ` s="${Number(style)}"`;
  const inner = `<${name("t")} xml:space="preserve">${cellText(text)}</${name("t")}>`;
  const is = `<${name("is")}>${inner}</${name("is")}>`;
  return `<${name("c")} r="${columnName(column)}${number}"${styled} t="inlineStr">${is}</${name("c")}>`;
}

/** Replaces the cell, or inserts one at its position in the row. A formula stays. */
function editOf(row: ScannedRow, column: number, text: string): Edit | null {
  const cell = row.cells.find((one) => one.column === column);
  if (cell?.hasFormula === true) return null;
  if (cell !== undefined)
    return { start: cell.start, end: cell.end, text: cellXml(row, column, cell.style, text) };
  const next = row.cells.find((one) => one.column > column);
  const at = next?.start ?? row.end;
  return { start: at, end: at, text: cellXml(row, column, "", text) };
}

/** The sheet's XML with the answers in their cells, otherwise unchanged. */
export function writeIntoSheet(xml: string, column: number, answers: ReadonlyMap<number, string>): string {
  const edits = scanSheet(xml, []).flatMap((row) => {
    const text = answers.get(row.number);
    const edit = text === undefined ? null : editOf(row, column, text);
    return edit === null ? [] : [edit];
  });
  return applyEdits(xml, edits);
}

/**
 * The workbook with the answers: one sheet changes where answers go, and every other part keeps its bytes.
 */
export async function writeAnswers(file: Buffer, { sheet, column, answers }: AnswerCells): Promise<Buffer> {
  const parts = await openWorkbookParts(file);
  try {
    const path = parts.sheets.find(({ name }) => name === sheet)?.path;
    if (path === undefined) throw new WorkbookError(`the file has no sheet "${sheet}"`);
    const zip = new ZipFile();
    for (const entry of parts.entries) {
      if (entry.fileName.endsWith("/")) continue;
      const isSheet = entry.fileName.toLowerCase() === path.toLowerCase();
      const bytes = isSheet
        ? Buffer.from(writeIntoSheet(await parts.text(path), column, answers))
        : await parts.bytes(entry);
      zip.addBuffer(bytes, entry.fileName, { mtime: entry.getLastModDate(), mode: 0o100644 });
    }
    zip.end();
    return await buffer(zip.outputStream as Readable);
  } finally {
    parts.close();
  }
}
