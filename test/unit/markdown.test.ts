import { describe, expect, test } from "@jest/globals";
import mammoth from "mammoth";
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from "pdf-lib";
import { markdownToDocx } from "../../platform/documents/markdown/markdown-docx.ts";
import { markdownToPdf } from "../../platform/documents/markdown/markdown-pdf.ts";
import {
  plainText,
  readMarkdown,
  type MarkdownBlock,
} from "../../platform/documents/markdown/read-markdown.ts";
import { readPdfPages, readPdfText } from "../support/read-pdf-text.ts";
import { readZip } from "../support/read-zip.ts";
import { cpuMs } from "../support/cpu-ms.ts";

/** Blocks as short lines. */
function shown(block: MarkdownBlock): string {
  switch (block.kind) {
    case "heading":
      return `h${block.level} ${plainText(block.runs)}`;
    case "paragraph":
      return `p ${plainText(block.runs)}`;
    case "code":
      return `code ${block.lines.join(" / ")}`;
    case "quote":
      return `quote (${block.blocks.map(shown).join(", ")})`;
    case "list":
      return `${block.start ?? "ul"} ${block.items.map((item) => item.map(shown).join(", ")).join(" / ")}`;
    case "table":
      return `table ${block.rows.map((cells) => cells.map(plainText).join(" | ")).join(" / ")}`;
  }
}

const tableOf = (columns: number, rows: number): string =>
  [`|${"a|".repeat(columns)}`, `|${"-|".repeat(columns)}`, ...Array<string>(rows).fill("|b|")].join("\n");

test("a long paragraph is not split within a character", async () => {
  const markdown = `${"a".repeat(3_999)}\u{1d538}${"b".repeat(9)}`;
  const text = await readPdfText(await markdownToPdf(markdown, { title: "A", asOf: new Date(0) }));
  expect(text.replaceAll(/[^\u{1d538}\ufffd]/gu, "")).toBe("\u{1d538}");
});

describe("markdown", () => {
  test.each([
    ["a heading", "## A *title* ##", ["h2 A title"]],
    ["deep headings", "###### A", ["h4 A"]],
    ["lines that continue", "one\ntwo\n\nthree", ["p one two", "p three"]],
    ["bullets", "- one\n  continues\n- two", ["ul p one continues / p two"]],
    ["numbers", "4. one\n5. two", ["4 p one / p two"]],
    ["a list in a list", "- one\n  1. deep\n- two", ["ul p one, 1 p deep / p two"]],
    ["a list after another", "- one\n1. two", ["ul p one", "1 p two"]],
    ["a table", "| A | B |\n| --- | :-: |\n| 1 \\| 2 | 3 |", ["table A | B / 1 | 2 | 3"]],
    ["text after a table", "| A |\n|---|\n\nafter", ["table A", "p after"]],
    ["a quotation", "> one\n> two", ["quote (p one two)"]],
    ["a rule and a fence", "---\n```js\ncode\n  more\n```", ["code code /   more"]],
    ["HTML as text", "<b>a</b> &amp; b", ["p <b>a</b> & b"]],
    ["windows lines", "# A\r\nb", ["h1 A", "p b"]],
    ["a line separator in a heading", `# ${" ".repeat(3_200)}a\u2028b`, ["h1 a\u2028b"]],
    ["nothing", "\n\n", []],
  ])("reads %s", (_what, markdown, blocks) => expect(readMarkdown(markdown).map(shown)).toEqual(blocks));

  test.each([
    [
      "**a** b",
      [
        ["a", true, false],
        [" b", false, false],
      ],
    ],
    [
      "*a* _b_",
      [
        ["a", false, true],
        [" ", false, false],
        ["b", false, true],
      ],
    ],
    ["snake_case_name", [["snake_case_name", false, false]]],
    ["\\*a\\* `b*`", [["*a* b*", false, false]]],
    ["[here](https://a.example)", [["here (https://a.example)", false, false]]],
    ["<https://a.example>", [["https://a.example", false, false]]],
    ["![plan](a.png)", [["plan (a.png)", false, false]]],
    ["**open", [["**open", false, false]]],
  ])("reads the styles of %s", (text, runs) => {
    const [block] = readMarkdown(text);
    if (block?.kind !== "paragraph") throw new Error("no paragraph");
    expect(block.runs.map(({ text: piece, bold, italic }) => [piece, bold, italic])).toEqual(runs);
  });

  test.each([
    ["too many columns", tableOf(21, 1)],
    ["too many cells", tableOf(20, 300)],
  ])("writes a table of %s as lines", (_what, markdown) => {
    const kinds = readMarkdown(markdown).map(({ kind }) => kind);
    expect(kinds).toHaveLength(markdown.split("\n").length - 1);
    expect(new Set(kinds)).toEqual(new Set(["paragraph"]));
  });

  test.each(["a", "|", "- ", "*", "# ", "[", "> ", "`a", "<a ", "![", "a**b", "- - "])(
    "50,000 times %j ends soon",
    async (piece) => {
      expect(await cpuMs(() => readMarkdown(piece.repeat(50_000)))).toBeLessThan(5_000);
    },
  );
});

const asOf = new Date("2026-03-31T09:30:00Z");

test("a PDF wraps long text over lines and pages without losing any", async () => {
  const words = Array.from({ length: 1_500 }, (_, n) => `word${n}`);
  const markdown = `# A\n\n${words.join(" ")}\n\n| A | B |\n|---|---|\n| ${"wide".repeat(60)} | b |`;
  const bytes = await markdownToPdf(markdown, { title: "A", asOf });
  const text = await readPdfText(bytes);
  expect(text.match(/word\d+/g)).toEqual(words);
  expect(text).toMatch(/2 \/ \d/);
  expect(text.replaceAll(/\s/g, "")).toContain("wide".repeat(10));
  expect((await markdownToPdf(markdown, { title: "A", asOf })).equals(bytes)).toBe(true);
});

test.each([
  ["the head of a table", (text: string) => `| ${text} | b |\n|---|---|\n| a | b |`],
  ["the first row of a table", (text: string) => `| a | b |\n|---|---|\n| ${text} | b |`],
  ["a narrow cell", (text: string) => `${tableOf(20, 0)}\n|${"a|".repeat(19)} ${text} |`],
  ["a heading", (text: string) => `# ${text}\n\nbelow`],
])("a PDF loses nothing of %s that is higher than a page", async (_what, markdownOf) => {
  const words = Array.from({ length: 900 }, (_, n) => `w${n}e`);
  const bytes = await markdownToPdf(markdownOf(words.join(" ")), { title: "A", asOf });
  const text = (await readPdfText(bytes)).replaceAll(/\s/g, "");
  expect(text.match(/w\d+e/g)?.length).toBe(900);
});

test.each([
  ["a table", "| A |\n|---|\n| begins |\n| b |"],
  ["a list", "- begins\n- b"],
  ["code", "```\nbegins\nb\n```"],
  ["a long text", `begins ${"long ".repeat(100)}`],
  ["another heading", "### begins\n\nb"],
])("a heading of a PDF stays on the page of %s below it", async (_what, below) => {
  for (let before = 24; before < 34; before += 1) {
    const markdown = `${"Line\n\n".repeat(before)}## Heading\n\n${below}`;
    const pages = await readPdfPages(await markdownToPdf(markdown, { title: "A", asOf }));
    expect(pages.find((page) => page.includes("Heading"))).toContain("begins");
  }
});

test("a PDF has an outline of its headings, in every script", async () => {
  const markdown = `# Größe *und* Umfang\n\ntext\n\n## 監査法人 ${"a".repeat(100)}`;
  const pdf = await PDFDocument.load(await markdownToPdf(markdown, { title: "A", asOf }));
  const titles = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && object.has(PDFName.of("Dest")) ? [object] : []))
    .map((entry) => entry.lookup(PDFName.of("Title"), PDFString, PDFHexString).decodeText());
  expect(titles).toEqual(["Größe und Umfang", `監査法人 ${"a".repeat(100)}`]);
});

test("ordered lists of a Word document each start with 1, and characters invalid in XML are dropped", async () => {
  const bytes = await markdownToDocx("1. a\n2. b\n\ntext\u0001\ud800\n\n1. c", { title: "A", asOf });
  const { value } = await mammoth.convertToHtml({ buffer: bytes });
  expect(value).toBe("<ol><li>a</li><li>b</li></ol><p>text\ufffd</p><ol><li>c</li></ol>");
});

test("a PDF prints characters of many scripts, and the code of those without a font", async () => {
  const bytes = await markdownToPdf("Żabka Ελλάς Москва **監査法人** 서울 \u{10FFFD}\u{E0001} x", {
    title: "A",
    asOf,
  });
  expect(await readPdfText(bytes)).toContain("Żabka Ελλάς Москва 監査法人 서울 [U+10FFFD] x");
});

const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, n) => `${"  ".repeat(n)}- deep${n}`).join("\n");

test.each([30, 60])("a list %i deep and an endless word are written completely", async (depth) => {
  const markdown = `${nested(depth)}\n\n${"監".repeat(9_000)}`;
  const text = await readPdfText(await markdownToPdf(markdown, { title: "A", asOf }));
  expect(text).toContain(`deep${depth - 1}`);
  expect(text.match(/監/g)).toHaveLength(9_000);
  const { value } = await mammoth.extractRawText({
    buffer: await markdownToDocx(markdown, { title: "A", asOf }),
  });
  expect(value).toContain(`deep${depth - 1}`);
  expect(value.match(/監/g)).toHaveLength(9_000);
});

test("a Word document keeps headings with their text and rows on one page, and names no author", async () => {
  const markdown = "## Scope\n\n| A |\n|---|\n| b |";
  const parts = await readZip(await markdownToDocx(markdown, { title: "Zugriff & Größe", asOf }));
  const body = parts.get("word/document.xml")!.toString();
  expect(body).toContain("<w:keepNext/>");
  expect(body.match(/<w:cantSplit\/>/g)).toHaveLength(2);
  const properties = parts.get("docProps/core.xml")!.toString();
  expect(properties).toContain("<dc:title>Zugriff &amp; Größe</dc:title>");
  expect(properties.match(/2026-03-31T09:30:00\.000Z/g)).toHaveLength(2);
  expect(properties).not.toMatch(/creator|lastModifiedBy/);
});
