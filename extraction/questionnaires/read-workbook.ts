import { scanSheet } from "./scan-sheet.ts";
import { WorkbookError, openWorkbookParts } from "./workbook-parts.ts";

/** For all sheets together: a workbook may reference the same one a thousand times. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

export interface SheetCells {
  name: string;
  rows: { number: number; cells: { column: number; text: string; hasFormula: boolean }[] }[];
}

/** What the cells of a workbook display, by sheet. Throws WorkbookError. */
export async function readWorkbook(file: Buffer): Promise<SheetCells[]> {
  const parts = await openWorkbookParts(file);
  try {
    const sheets: SheetCells[] = [];
    let left = MAX_CHARACTERS;
    for (const { name, path } of parts.sheets) {
      const xml = await parts.text(path);
      left -= xml.length;
      if (left < 0) throw new WorkbookError("its sheets are too large in total");
      sheets.push({ name, rows: scanSheet(xml, parts.sharedStrings) });
    }
    return sheets;
  } finally {
    parts.close();
  }
}
