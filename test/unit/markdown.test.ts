import { describe, expect, test } from "@jest/globals";
import mammoth from "mammoth";
import { markdownToDocx } from "../../platform/markdown/markdown-docx.ts";
import { markdownToPdf } from "../../platform/markdown/markdown-pdf.ts";
import { parseInline, plainText } from "../../platform/markdown/parse-inline.ts";
import { parseMarkdown, type Block } from "../../platform/markdown/parse-markdown.ts";
import { readPdfText } from "../support/read-pdf-text.ts";

/** Blocks as short lines. */
function shown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `h${block.level} ${plainText(block.runs)}`;
    case "paragraph":
      return `p ${plainText(block.runs)}`;
    case "list":
      return `${block.ordered ? "ol" : "ul"} ${block.items.map(plainText).join(" / ")}`;
    case "table":
      return `table ${block.rows.map((cells) => cells.map(plainText).join(" | ")).join(" / ")}`;
  }
}

describe("markdown", () => {
  test.each([
    ["a heading", "## A *title* ##", ["h2 A title"]],
    ["deep headings", "###### A", ["h4 A"]],
    ["lines that go on", "one\ntwo\n\nthree", ["p one two", "p three"]],
    ["bullets", "- one\n  goes on\n* two", ["ul one goes on / two"]],
    ["numbers", "1. one\n2) two", ["ol one / two"]],
    ["a list after another", "- one\n1. two", ["ul one", "ol two"]],
    ["a table", "| A | B |\n| --- | :-: |\n| 1 \\| 2 | 3 |", ["table A | B / 1 | 2 | 3"]],
    ["text after a table", "| A |\n|---|\nafter", ["table A", "p after"]],
    ["a quotation", "> one\n> two", ["p one two"]],
    ["a rule and a fence", "---\n```js\ncode\n```", ["p code"]],
    ["windows lines", "# A\r\nb", ["h1 A", "p b"]],
    ["nothing", "\n\n", []],
  ])("reads %s", (_what, markdown, blocks) => expect(parseMarkdown(markdown).map(shown)).toEqual(blocks));

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
    ["**open", [["open", true, false]]],
  ])("reads the styles of %s", (text, runs) =>
    expect(parseInline(text).map(({ text: piece, bold, italic }) => [piece, bold, italic])).toEqual(runs),
  );

  test.each([
    "a".repeat(50_000),
    "|".repeat(20_000),
    "- ".repeat(20_000),
    "*".repeat(20_000),
    "# ".repeat(20_000),
    "[".repeat(20_000),
  ])("long nonsense ends soon", (text) => {
    const started = performance.now();
    parseMarkdown(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

const asOf = new Date("2026-03-31T09:30:00Z");

test("a PDF breaks long text over lines and pages and loses none of it", async () => {
  const words = Array.from({ length: 1_500 }, (_, n) => `word${n}`);
  const markdown = `# A\n\n${words.join(" ")}\n\n| A | B |\n|---|---|\n| ${"wide".repeat(60)} | b |`;
  const bytes = await markdownToPdf(markdown, { title: "A", asOf });
  const text = await readPdfText(bytes);
  expect(text.match(/word\d+/g)).toEqual(words);
  expect(text).toMatch(/2 \/ \d/);
  expect(text.replaceAll(/\s/g, "")).toContain("wide".repeat(10));
  expect((await markdownToPdf(markdown, { title: "A", asOf })).equals(bytes)).toBe(true);
});

test("ordered lists of a Word document each begin with 1, and characters XML lacks are left out", async () => {
  const bytes = await markdownToDocx("1. a\n2. b\n\ntext\u0001\ud800\n\n1. c", { title: "A" });
  const { value } = await mammoth.convertToHtml({ buffer: bytes });
  expect(value).toBe("<ol><li>a</li><li>b</li></ol><p>text\ufffd</p><ol><li>c</li></ol>");
});
