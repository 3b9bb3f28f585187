import { expect, test } from "@jest/globals";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { item, paragraph, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

/** A line of a page: the space to the one above in points, its text, and the bold words before it. */
type Line = readonly [gap: number, text: string, bold?: string];

async function blocksOf(lines: readonly Line[], indent: (n: number) => number = () => 0) {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const strong = await pdf.embedFont(StandardFonts.HelveticaBold);
  const page = pdf.addPage([595, 842]);
  let y = 780;
  for (const [n, [gap, text, bold]] of lines.entries()) {
    y -= gap;
    const x = 60 + indent(n);
    if (bold !== undefined) page.drawText(bold, { x, y, size: 10, font: strong });
    const width = bold === undefined ? 0 : strong.widthOfTextAtSize(`${bold} `, 10);
    page.drawText(text, { x: x + width, y, size: 10, font });
  }
  return (await extract(Buffer.from(await pdf.save()), "pdf")).blocks;
}

const REVIEW = [
  "System owners review the rights of every account on all of their",
  "systems once in each quarter,",
];
const BACKUP = [
  "Backups are taken every night, kept for ninety days in another",
  "region, and restored twice a year.",
];

test("a little more space than between its lines ends a paragraph of a PDF", async () => {
  const end = "and the results of each review are kept by the officer for years.";
  const lines: Line[] = [...REVIEW, end].map((text): Line => [12, text]);
  const blocks = await blocksOf([
    ...lines,
    [15, BACKUP[0]!, "Backups:"],
    [12, BACKUP[1]!],
    ...lines.map(([gap, text], n): Line => [n === 0 ? 15 : gap, text]),
  ]);
  const review = paragraph([...REVIEW, end].join(" "), 1);
  expect(blocks).toEqual([review, paragraph(`Backups: ${BACKUP.join(" ")}`, 1), review]);
});

test("numbered statements of a PDF without space between them are paragraphs of their own", async () => {
  const blocks = await blocksOf([
    [12, `4.5.1 ${REVIEW[0]}`],
    [12, "systems as in section"],
    [12, "4.4.2 of this policy"],
    [12, `4.5.2 ${BACKUP[0]}`],
    [12, "region."],
    [12, "4.6.1 Exceptions need the approval of the officer in writing today."],
  ]);
  expect(blocks).toEqual([
    paragraph(`4.5.1 ${REVIEW[0]} systems as in section 4.4.2 of this policy`, 1),
    paragraph(`4.5.2 ${BACKUP[0]} region.`, 1),
    paragraph("4.6.1 Exceptions need the approval of the officer in writing today.", 1),
  ]);
});

test("a short last line ends a paragraph of a PDF", async () => {
  const blocks = await blocksOf([...BACKUP, ...BACKUP, ...BACKUP].map((text): Line => [12, text]));
  expect(blocks).toEqual([1, 2, 3].map(() => paragraph(BACKUP.join(" "), 1)));
});

test("an indent begins a paragraph of a PDF after a sentence in brackets", async () => {
  const lines = [...BACKUP.slice(0, 1), "region, and restored, as the officer requests (twice a year.)"];
  const blocks = await blocksOf(
    [...lines, ...lines].map((text): Line => [12, text]),
    (n) => (n % 2 === 0 ? 12 : 0),
  );
  expect(blocks).toEqual([1, 2].map(() => paragraph(lines.join(" "), 1)));
});

test("paragraphs of a PDF with double spacing stay complete", async () => {
  const lines = [...REVIEW, "and their managers confirm the results of each of these reviews in", "writing."];
  const blocks = await blocksOf([...lines, ...lines].map((text): Line => [24, text]));
  expect(blocks).toEqual([1, 2].map(() => paragraph(lines.join(" "), 1)));
});

test("the lines of a PDF that end with a hyphen have places of their own", async () => {
  const blocks = await blocksOf([
    [12, "System owners review the rights of every account and each excep-"],
    [12, "tion once in a quarter, and the officer keeps the results of all re-"],
    [12, "views."],
    [18, BACKUP[0]!],
    [12, BACKUP[1]!],
  ]);
  expect(blocks).toEqual([
    paragraph(
      "System owners review the rights of every account and each exception once in a quarter, and the officer keeps the results of all reviews.",
      1,
    ),
    paragraph(BACKUP.join(" "), 1),
  ]);
});

test("a number in brackets within a sentence of a PDF begins no item", async () => {
  const blocks = await blocksOf([
    [12, "Substances that may be sold without prescription are excluded from all"],
    [12, "schedules according to the law and its section 201 that has a part named"],
    [12, "(1) of the act, and the officer keeps their list:"],
    [12, "(a) those of the act"],
    [12, "(b) those of the law"],
  ]);
  expect(blocks.slice(1)).toEqual([item("(a) those of the act", 1), item("(b) those of the law", 1)]);
});
