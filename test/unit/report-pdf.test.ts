import { expect, test } from "@jest/globals";
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
