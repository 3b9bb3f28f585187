import { expect, test } from "@jest/globals";
import { hasBothDirections, piecesOf, textsInOrder } from "../../extraction/parser/pdf-directions.ts";
import { markdownToPdf } from "../../platform/documents/markdown/markdown-pdf.ts";
import { cpuMs } from "../support/cpu-ms.ts";
import { texts, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

test.each([
  "تتم مراجعة حقوق الوصول كل 90 يوما بواسطة Azure Active Directory في شركة ACME قبل 2026-05-01.",
  "Access is reviewed كل ربع سنة by the owner, not كل سنة.",
  "כל הגישה דרך Microsoft Entra ID של ACME Inc נבדקת כל 90 ימים",
  "תקן ISO 27001, סעיף 5.15, חל על כל המערכות.",
])("a line of a PDF in two directions is read in its order: %s", async (text) => {
  const { blocks } = await extract(await markdownToPdf(text, { title: "A", asOf: new Date(0) }), "pdf");
  expect(texts(blocks)).toContain(text);
});

test("cells of a table in two directions stay apart", async () => {
  const markdown =
    "| Control | Name | State |\n|---|---|---|\n| CC6.1 | סקירת גישה | approved |\n| CC6.2 | סקירת גיבוי | open |";
  const { blocks } = await extract(await markdownToPdf(markdown, { title: "A", asOf: new Date(0) }), "pdf");
  const [table] = blocks;
  const rows = table?.kind === "table" ? table.rows.map((row) => row.filter((cell) => cell !== "")) : [];
  expect(rows).toEqual([
    ["CC6.1", "סקירת גישה", "approved"],
    ["CC6.2", "סקירת גיבוי", "open"],
  ]);
});

test("lines in one direction stay as they are", () => {
  expect(["all of it, 5", "כל חשבון נבדק", "2026"].map(hasBothDirections)).toEqual([false, false, false]);
});

test("signs around a word have a place of their own", () => {
  expect(piecesOf("(ISO),").map(({ text }) => text)).toEqual(["(", "ISO", "),"]);
  expect(piecesOf(".2026-05-01").map(({ text }) => text)).toEqual([".", "2026-05-01"]);
  expect(piecesOf("--").map(({ text }) => text)).toEqual(["--"]);
});

test("a line of many numbers is read quickly", async () => {
  const words = ["אבג", ...Array.from({ length: 200_000 }, () => "1"), "דהו"];
  const pieces = words.map((text, word) => ({ text, word, left: 10 * word, right: 10 * word + 8 }));
  expect(await cpuMs(() => textsInOrder(pieces, 5))).toBeLessThan(2_000);
});

test("each piece of a line is read once", () => {
  const words = ["אבג", "one", "12", "דהו", "-", "two", "three", "34", "זחט"];
  const pieces = words.map((text, word) => ({ text, word, left: 10 * word, right: 10 * word + 8 }));
  for (const wideGap of [1, 5]) {
    const { text } = textsInOrder(pieces, wideGap);
    expect(text.split(" ").toSorted()).toEqual(words.toSorted());
  }
});
