import { expect, test } from "@jest/globals";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { pdfOfLines, pdfOfTexts, rowAt } from "../support/pdf-of-texts.ts";
import { texts, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const pageOf = async (...[lines, startOf]: Parameters<typeof pdfOfLines>) =>
  extract(await pdfOfLines(lines, startOf), "pdf");

const pageWith = async (texts: Parameters<typeof pdfOfTexts>[0]) => extract(await pdfOfTexts(texts), "pdf");

test("columns of a PDF that are written line by line are read one after the other", async () => {
  const left = [
    "Every account is reviewed by its owner",
    "once in a quarter, and each exception",
    "needs the approval of the officer in",
    "writing.",
    "Exceptions end after twelve months at",
    "the latest.",
  ];
  const right = [
    "Backups are taken every night and kept",
    "for ninety days in another region than",
    "the systems that they belong to, and a",
    "restore is tested twice in each year.",
    "The results are kept.",
  ];
  const { blocks } = await pageOf([
    [[60, "Handbook of the whole company, for everyone who works here"]],
    [],
    ...left.map((text, n): [number, string][] => [
      [60, text],
      ...(right[n] ? [[310, right[n]] as [number, string]] : []),
    ]),
  ]);
  expect(texts(blocks).join(" ")).toBe(
    ["Handbook of the whole company, for everyone who works here", ...left, ...right].join(" "),
  );
});

test("a list whose numbers stand apart is no table", async () => {
  const { blocks } = await pageOf([
    [
      [60, "1."],
      [90, "Every account has an owner."],
    ],
    [
      [60, "2."],
      [90, "Every owner reviews it."],
    ],
    [
      [60, "(c)"],
      [90, "The officer keeps the results."],
    ],
  ]);
  expect(texts(blocks)).toEqual([
    "1. Every account has an owner.",
    "2. Every owner reviews it.",
    "(c) The officer keeps the results.",
  ]);
});

test("a line with a wide gap alone is no table", async () => {
  const { blocks } = await pageOf([
    [
      [60, "Example Ltd"],
      [400, "May 2026"],
    ],
    [[60, "Access is reviewed every quarter by the owner of each system in use."]],
  ]);
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("what leaders connect stays in its line", async () => {
  const lines = ["Access control", "Backups", "Change management", "Suppliers", "Incidents"].map(
    (name, n): [number, string][] => [
      [60, `${name} ${".".repeat(40)}`],
      [420, `${n + 12}`],
    ],
  );
  const read = texts((await pageOf(lines)).blocks).join(" ");
  expect(read).toMatch(
    /Access control \.+ 12 Backups \.+ 13 Change management \.+ 14 Suppliers \.+ 15 Incidents/,
  );
});

test("the numbers of references stay beside their texts", async () => {
  const lines = Array.from({ length: 5 }, (_, n): [number, string][] => [
    [60, `[${n + 6}]`],
    [90, `The security officer keeps the results of review ${n + 6} for three years`],
  ]);
  const read = texts((await pageOf(lines)).blocks).join(" ");
  expect(read.indexOf("[7]")).toBeGreaterThan(read.indexOf("review 6"));
});

test("the gaps of formulas and sentences make no table", async () => {
  const row = rowAt(60, 200, 300, 400);
  const lines = [
    row("the voltages (V1, V5", ", V3", ", V8): this case is similar to (V1", ", V5)."),
    row("the voltages (V2, V6", ", V3", ", V8): this case is similar to (V2", ", V5)."),
    row("it holds that f(x", "+ y) is at most", "the sum of both", "values"),
    row("it holds that g(x", "+ y) is at most", "the sum of both", "values"),
  ];
  const { blocks } = await pageOf(lines);
  expect(texts(blocks).join(" ")).toBe(lines.flatMap((line) => line.map(([, text]) => text)).join(" "));
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("columns of a PDF that are written one after the other are no table", async () => {
  const column = (x: number, words: string): [number, number, string][] =>
    Array.from({ length: 6 }, (_, n) => [x, n, `${n === 0 ? "The" : "and the"} ${words} of line ${n + 1}`]);
  const lines = [...column(60, "reviews"), ...column(310, "backups")];
  const { blocks } = await pageWith(lines);
  expect(texts(blocks).join(" ")).toBe(lines.map(([, , text]) => text).join(" "));
  expect(blocks.map(({ kind }) => kind)).not.toContain("table");
});

test("a paragraph that begins with bold words is no heading", async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const page = pdf.addPage([595, 842]);
  page.drawText("Reviews of access", { x: 60, y: 780, size: 10, font: bold });
  for (const [n, lines] of ["4.1", "4.2"].entries()) {
    const y = 740 - 40 * n;
    page.drawText(lines, { x: 60, y, size: 10, font: bold });
    page.drawText("System owners must review all rights on systems with clinical", {
      x: 80,
      y,
      size: 10,
      font,
    });
    page.drawText("images and claims every 3 months.", { x: 60, y: y - 13, size: 10, font });
  }
  const { blocks } = await extract(Buffer.from(await pdf.save()), "pdf");
  const statement =
    "System owners must review all rights on systems with clinical images and claims every 3 months.";
  expect(blocks).toEqual([
    { kind: "heading", level: 1, text: "Reviews of access", page: 1 },
    { kind: "paragraph", text: `4.1 ${statement}`, page: 1 },
    { kind: "paragraph", text: `4.2 ${statement}`, page: 1 },
  ]);
});
