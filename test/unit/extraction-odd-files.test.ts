import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { degrees, PDFDocument, StandardFonts } from "pdf-lib";
import { makeXls, makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { createExtractor } from "../../extraction/extract-document.ts";
import { heading, paragraph, textOf, texts, useExtractor } from "../support/extraction.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";

const { extract, path: pathOf } = await useExtractor();

describe("a pdf", () => {
  const PAGE = { width: 595, height: 842 };
  const TEAMS = ["Finance", "Sales", "Support", "Research", "Legal"];
  /** Each line with its size, and its distance from the top of the page as displayed. */
  const linesOf = (team: string): [text: string, size: number, down: number][] => [
    [`Access of ${team}`, 20, 80],
    [`Every account of ${team} is reviewed by its owner.`, 11, 120],
    [`${team} does this once in a quarter.`, 11, 135],
    [`Exceptions of ${team} need an approval`, 11, 180],
    [`of the officer of ${team}`, 11, 195],
    [`Each one of ${team} ends after a year`, 11, 240],
    ["Example Ltd, confidential", 9, 560],
  ];

  /** Pages set sideways or upside down, and turned so that readers show them upright. */
  async function makeTurnedPdf(turn: number): Promise<Buffer> {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (const team of TEAMS) {
      const page = pdf.addPage([PAGE.width, PAGE.height]);
      page.setRotation(degrees(turn));
      for (const [text, size, down] of linesOf(team)) {
        const [x, y] = {
          0: [60, PAGE.height - down],
          90: [down, 60],
          180: [PAGE.width - 60, down],
          270: [PAGE.width - down, PAGE.height - 60],
        }[turn]!;
        page.drawText(text, { x: x!, y: y!, size, font, rotate: degrees(turn) });
      }
    }
    return Buffer.from(await pdf.save());
  }

  test.each([0, 90, 180, 270])(
    "turned by %d degrees has its paragraphs, and its footer once",
    async (turn) => {
      const { blocks } = await extract(await makeTurnedPdf(turn), "pdf");
      expect(blocks.filter(({ page }) => page === 2)).toEqual([
        heading("Access of Sales", 1, 2),
        paragraph("Every account of Sales is reviewed by its owner. Sales does this once in a quarter.", 2),
        paragraph("Exceptions of Sales need an approval of the officer of Sales", 2),
        paragraph("Each one of Sales ends after a year", 2),
      ]);
      expect(textOf(blocks).match(/Example Ltd/g)).toHaveLength(1);
    },
  );
});

describe("a workbook", () => {
  test.each([
    ["dd.mm.yyyy", "03.02.2026"],
    ["d. mmmm yyyy", "3. February 2026"],
    ['"am" dd.mm.yy;@', "am 03.02.26"],
    ["[$-407]dd.mm.yyyy hh:mm:ss.000", "03.02.2026 12:00:00.000"],
    ["nonsense U", "46056.5"],
  ])("shows a date in the format %s", async (format, shown) => {
    const rows = [["Reviewed"], [46_056.5]];
    for (const make of [makeXlsx, makeXls]) {
      const file = make([{ name: "Dates", rows, formats: { A2: format } }]);
      const { blocks } = await extract(file, make === makeXlsx ? "xlsx" : "xls");
      expect(texts(blocks)).toEqual(["Dates", "Reviewed", shown]);
    }
  });

  test("shows all digits of a long number", async () => {
    const file = makeXlsx([{ name: "A", rows: [["Account"], [1_234_567_890_123_456]] }]);
    expect(texts((await extract(file, "xlsx")).blocks)).toEqual(["A", "Account", "1234567890123456"]);
  });

  test("may have a sheet whose name the database could not store", async () => {
    const file = makeXlsx([
      {
        name: "ABC",
        rows: [
          ["Name", "Role", "Since"],
          ["Ada", "admin", "2026"],
        ],
      },
    ]);
    const entries = [...(await readZip(file))].map(([name, data]) => ({
      name,
      data: name === "xl/workbook.xml" ? data.toString().replace('name="ABC"', 'name="A&#0;C"') : data,
    }));
    const { blocks } = await extract(makeZip(entries), "xlsx");
    expect(blocks).toMatchObject([
      { kind: "heading", text: "A C" },
      { kind: "table", sheet: "A C" },
    ]);
  });
});

describe("a Word document", () => {
  test("of one long paragraph keeps its beginning", async () => {
    const path = pathOf("long.docx");
    await writeFile(path, await makeDocx([{ paragraph: `Begins here. ${"word ".repeat(2_000)}` }]));
    const small = createExtractor({ maxCharacters: 5_000, prewarm: false });
    const { document } = await small.extract(path, "docx");
    await small.close();
    expect(textOf(document.blocks)).toMatch(/^Begins here\. word/);
    expect(textOf(document.blocks)).toHaveLength(5_000);
    expect(document.warnings).toEqual([expect.stringMatching(/the first 5000 are searchable/)]);
  });
});
