import { describe, expect, test } from "@jest/globals";
import { read, utils } from "@e965/xlsx";
import { writeWorkbook, type Cell, type Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import { readZip } from "../support/read-zip.ts";

const sheetOf = (rows: Cell[][], more: Partial<Sheet> = {}): Sheet => ({
  name: "Evidence",
  columns: [
    { head: "Title", width: 20 },
    { head: "Version", width: 8 },
  ],
  rows,
  ...more,
});

const readBack = async (sheets: Sheet[]) => {
  const book = read(await writeWorkbook(sheets), { cellFormula: true });
  return book.SheetNames.map((name) => ({
    name,
    cells: book.Sheets[name]!,
    rows: utils.sheet_to_json<Cell[]>(book.Sheets[name]!, { header: 1, defval: null }),
  }));
};

describe("a workbook", () => {
  test("has each sheet with its header and its rows", async () => {
    const [first, second] = await readBack([
      sheetOf([
        ["Ü 監査 \u{1F512}", 2],
        [null, 0.5],
      ]),
      sheetOf([], { name: "Open <requests> & more" }),
    ]);
    expect([first!.name, second!.name]).toEqual(["Evidence", "Open <requests> & more"]);
    expect(first!.rows).toEqual([
      ["Title", "Version"],
      ["Ü 監査 \u{1F512}", 2],
      [null, 0.5],
    ]);
    expect(second!.rows).toEqual([["Title", "Version"]]);
  });

  test.each([
    "=1+1",
    '=HYPERLINK("http://x","y")',
    "+49 30 1234",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r\n=1",
    "constructor",
    "__proto__",
    "_x0041_",
    "</t></is></c><c><f>1+1</f></c>",
    "&amp; <b> ]]>",
    "  kept  ",
    "1",
    "2026-03-01",
  ])("stores %j as text, which no program evaluates", async (text) => {
    const bytes = await writeWorkbook([sheetOf([[text, 1]])]);
    const cell = read(bytes, { cellFormula: true }).Sheets["Evidence"]!["A2"] as {
      t: string;
      f?: string;
      v: string;
    };
    expect([cell.t, cell.f, cell.v.replaceAll("\r", "")]).toEqual([
      "s",
      undefined,
      text.replaceAll("\r", ""),
    ]);
    const xml = (await readZip(bytes)).get("xl/worksheets/sheet1.xml")!.toString("utf8");
    expect(xml).not.toContain("<f>");
    // Text format, so that a cell remains text after editing.
    expect(xml).toContain('<c r="A2" s="2" t="inlineStr">');
  });

  test("drops what XML does not allow, and cuts long cells", async () => {
    const [sheet] = await readBack([sheetOf([[`a\u0007b\ud800c${"x".repeat(40_000)}`, 1]])]);
    const text = sheet!.rows[1]![0] as string;
    expect(text.startsWith("ab\ufffdcxxx")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(32_767);
  });

  test("has the same bytes at any time", async () => {
    const sheets = [sheetOf(Array.from({ length: 3_000 }, (_, n) => [`Row ${n}`, n]))];
    const [once, again] = [await writeWorkbook(sheets), await writeWorkbook(sheets)];
    expect(once.equals(again)).toBe(true);
    expect((await readBack(sheets))[0]!.rows).toHaveLength(3_001);
  });
});
