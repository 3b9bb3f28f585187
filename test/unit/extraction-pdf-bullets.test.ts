import { expect, test } from "@jest/globals";
import { PDFDocument, StandardFonts, type PDFPage } from "pdf-lib";
import { markdownToPdf } from "../../platform/documents/markdown/markdown-pdf.ts";
import { item, paragraph, texts, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const LINES = [
  "Every account has an owner.",
  "Every owner reviews the account once",
  "in a quarter.",
  "The officer keeps the results.",
];
const ITEMS = [
  item("Every account has an owner.", 1),
  item("Every owner reviews the account once in a quarter.", 1),
  item("The officer keeps the results.", 1),
];

/** A list whose bullets a function draws, before its texts or after all of them. */
async function blocksWith(bullet: (page: PDFPage, y: number) => void, isFirst: boolean) {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const write = () => {
    for (const [n, text] of LINES.entries()) page.drawText(text, { x: 80, y: 760 - 12 * n, size: 10, font });
  };
  if (!isFirst) write();
  for (const n of [0, 1, 3]) bullet(page, 760 - 12 * n);
  if (isFirst) write();
  return (await extract(Buffer.from(await pdf.save()), "pdf")).blocks;
}

test.each<[string, (page: PDFPage, y: number) => void]>([
  ["circles", (page, y) => page.drawCircle({ x: 68, y: y + 3.5, size: 1.8 })],
  ["squares", (page, y) => page.drawRectangle({ x: 66, y: y + 2, width: 3, height: 3 })],
  ["letters", (page, y) => page.drawText("•", { x: 66, y, size: 10 })],
])("the items of a list of a PDF have %s as bullets, before or after their texts", async (_, bullet) => {
  expect(await blocksWith(bullet, true)).toEqual(ITEMS);
  expect(await blocksWith(bullet, false)).toEqual(ITEMS);
});

test("dots that lead to a number of a PDF and boxes beside a text are no bullets", async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText("Access", { x: 60, y: 700, size: 10 });
  for (let x = 100; x < 400; x += 4) page.drawCircle({ x, y: 702, size: 0.6 });
  page.drawText("12", { x: 405, y: 700, size: 10 });
  page.drawRectangle({ x: 40, y: 640, width: 12, height: 12 });
  page.drawText("Backups are kept for ninety days.", { x: 60, y: 640, size: 10 });
  const { blocks } = await extract(Buffer.from(await pdf.save()), "pdf");
  expect(blocks.map(({ kind }) => kind)).not.toContain("list-item");
});

test("the lists of a policy that the service wrote are read as lists", async () => {
  const markdown = "# Access\n\n- one\n- two\n  - inner\n\nLine 0\\\nLine 1\\\nLine 2";
  const { blocks } = await extract(
    await markdownToPdf(markdown, { title: "Access", asOf: new Date("2026-05-01") }),
    "pdf",
  );
  expect(blocks).toEqual(expect.arrayContaining([item("one", 1), item("two", 1), item("inner", 1)]));
  expect(texts(blocks)).toContain("Line 0 Line 1 Line 2");
  expect(blocks).not.toContainEqual(paragraph("1 / 1", 1));
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});
