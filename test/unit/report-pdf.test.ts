import { describe, expect, test } from "@jest/globals";
import { sheetToPdf, type PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { readPdfPages, readPdfText } from "../support/read-pdf-text.ts";

const about = { title: "A summary", asOf: new Date("2026-11-01T00:00:00Z") };

const filled = (lines: number): Promise<Buffer> =>
  sheetToPdf(
    [
      { kind: "title", text: "Żabka Ελλάς Москва 監査法人" },
      { kind: "heading", text: "Score" },
      { kind: "caption", text: "A full bar is everything" },
      {
        kind: "bars",
        bars: [
          { label: "Compliance score", share: 0.5, value: "50%" },
          { label: "Nothing", share: 0, value: "0%" },
          { label: "More than all", share: 7, value: "700%" },
        ],
      },
      ...Array.from({ length: lines }, (_, n): PdfBlock => ({ kind: "line", text: `Line ${n + 1}` })),
    ],
    about,
  );

test("a summary prints names of every script, and a label and a value for each bar", async () => {
  const text = await readPdfText(await filled(1));
  expect(text).toContain("Żabka Ελλάς Москва 監査法人");
  for (const part of ["Compliance score", "50%", "Nothing", "More than all", "700%", "Line 1"])
    expect(text).toContain(part);
});

test("long content continues on the next page, and the same content gives the same bytes", async () => {
  const [once, again] = [await filled(120), await filled(120)];
  expect(once.equals(again)).toBe(true);
  const text = await readPdfText(once);
  expect(text).toContain("Line 120");
  expect(text).toContain("2 / ");
});

test("a sign stays itself after a document with another one that has the same glyph", async () => {
  const made = (text: string): Promise<Buffer> => sheetToPdf([{ kind: "line", text }], about);
  const [delta, increment] = ["\u0394", "\u2206"];
  const [once, other, again] = [await made(delta), await made(increment), await made(delta)];
  expect(await readPdfText(once)).toContain(delta);
  expect(await readPdfText(other)).toContain(increment);
  expect(again.equals(once)).toBe(true);
});

test("a heading and the table below it stay on one page", async () => {
  const columns = [{ head: "Control", width: 100 }];
  for (let before = 42; before < 56; before += 1) {
    const lines = Array.from({ length: before }, (_, n): PdfBlock => ({
      kind: "line",
      text: `Line ${n + 1}`,
    }));
    const table: PdfBlock = { kind: "table", title: "All of them", columns, rows: [["CC1"], ["CC2"]] };
    const pages = await readPdfPages(
      await sheetToPdf([...lines, { kind: "heading", text: "A list" }, table], about),
    );
    expect(pages.find((one) => one.includes("A list"))).toContain("CC1");
  }
});

test("a heading and the text below it stay on one page", async () => {
  const text = (n: number): PdfBlock => ({
    kind: "line",
    text: `Text ${n} below the heading. ${"Longer. ".repeat(30)}`,
  });
  for (const before of [35, 38, 41, 44, 47, 50]) {
    const lines = Array.from({ length: before }, (_, n): PdfBlock => ({
      kind: "line",
      text: `Line ${n + 1}`,
    }));
    const blocks: PdfBlock[] = [...lines, { kind: "heading", text: "A control" }, text(1), text(2), text(3)];
    const pages = await readPdfPages(await sheetToPdf(blocks, about));
    const page = pages.find((one) => one.includes("A control"));
    expect(page).toContain("Text 3 below the heading.");
  }
});

describe("nothing is lost that does not fit on a page:", () => {
  const wordsOf = (count: number): string => Array.from({ length: count }, (_, n) => `W${n}E`).join(" ");
  const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => [`W${n}E`, "x"] as const);
  const [narrow, wide] = [
    { head: "A", width: 10 },
    { head: "B", width: 90 },
  ];
  const tableOf = (text: string): PdfBlock => ({
    kind: "table",
    title: "T",
    columns: [narrow, wide],
    rows: [
      [text, "x"],
      ["a", "b"],
    ],
  });

  test.each<[string, number, PdfBlock[]]>([
    ["a text below a heading", 2_000, [{ kind: "line", text: wordsOf(2_000) }]],
    ["rows below a heading", 150, [{ kind: "rows", rows: rowsOf(150) }]],
    ["a row below a heading", 2_000, [{ kind: "rows", rows: [["a", wordsOf(2_000)]] }]],
    ["bars", 90, [{ kind: "bars", bars: rowsOf(90).map(([label, value]) => ({ label, value, share: 1 })) }]],
    ["headings", 100, rowsOf(100).map(([text]) => ({ kind: "heading", text }))],
    ["the first row of a table", 1_500, [tableOf(wordsOf(1_500))]],
    [
      "a wide word in a narrow cell",
      1,
      [
        {
          ...tableOf(""),
          rows: [["監".repeat(390), "W0E"]],
          columns: [{ ...narrow, width: 4 }, wide],
        } as PdfBlock,
      ],
    ],
    [
      "the heads of a table",
      700,
      [{ ...tableOf("x"), columns: [{ ...narrow, head: wordsOf(700) }, wide] } as PdfBlock],
    ],
  ])("%s", async (_what, count, blocks) => {
    const text = await readPdfText(
      await sheetToPdf([{ kind: "heading", text: "Heading" }, ...blocks], about),
    );
    expect(text).toContain("Heading");
    expect(new Set(text.match(/W\d+E/g)).size).toBe(count);
  });
});
