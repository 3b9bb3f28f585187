import { describe, expect, it } from "@jest/globals";
import type { Block } from "../../extraction/document.ts";
import { chunkDocument, chunkInput, type Chunk } from "../../retrieval/chunking/chunk-document.ts";
import { documentOf, packed, paragraph } from "../support/chunkable-blocks.ts";
import { loadTinyTokenizer } from "../support/tiny-models.ts";

const heading = (text: string, level = 1, page: number | null = null): Block => ({
  kind: "heading",
  level,
  text,
  page,
});
const table = (header: string[], rows: string[][], sheet: string | null = null): Block => ({
  kind: "table",
  header,
  rows,
  page: null,
  sheet,
});
const tokenizer = await loadTinyTokenizer();

const chunksOf = (blocks: Block[], title = "Policy"): Chunk[] =>
  chunkDocument(documentOf(blocks), { title, tokenizer });

describe("chunking follows the structure", () => {
  it("gives each section its heading path and cuts only between sentences", () => {
    const sentence = "The access review is quarterly and covers backup and restore of the policy.";
    const text = Array.from({ length: 40 }, () => sentence).join(" ");
    const chunks = chunksOf([heading("Access"), heading("Review", 2), paragraph(text), heading("Backup")]);
    expect(chunks.length).toBeGreaterThan(2);
    const body = chunks.slice(0, -1);
    expect(body.every(({ headings }) => headings.join() === "Access,Review")).toBe(true);
    expect(body.every((chunk) => chunk.text.endsWith(".") && chunk.text.startsWith("The"))).toBe(true);
    const pieces = body.slice(0, -1).map((chunk) => tokenizer.count(chunkInput("Policy", chunk)));
    expect(Math.min(...pieces)).toBeGreaterThan(120);
  });

  it("joins short neighbours under their common heading, with their headings in the text", () => {
    const blocks = [
      heading("Access"),
      heading("A", 2),
      paragraph("One."),
      heading("B", 2),
      paragraph("Two."),
    ];
    const chunks = chunksOf(blocks);
    expect(chunks.map(({ headings, text }) => [headings, packed(text)])).toEqual([
      [["Access"], "AOne.BTwo."],
    ]);
  });

  it("places a sentence that continues on the next page on both", () => {
    const [first, second] = ["Access is reviewed", "each quarter."];
    const blocks = [paragraph("Policy.", 3), paragraph(first, 3), paragraph(second, 4), paragraph("End.", 4)];
    const [chunk] = chunksOf(blocks);
    expect(chunk).toMatchObject({
      text: `Policy.\n\n${first}\n\n${second}`,
      page: 3,
      place: { pageOffset: 0, endPage: 4, endPageOffset: second.length },
    });
    expect(chunksOf([paragraph("No pages.")])[0]?.place).toBeNull();
  });

  it("keeps the cells of the rows of each table, beside the text that says the same", () => {
    const users = table(
      ["User", "Role", "Note"],
      [
        ["ada", "admin", ""],
        ["bob", "", "left\nin May"],
      ],
    );
    const keys = table([], [["K-1", "expired"]]);
    const [chunk, ...others] = chunksOf([paragraph("Access of all staff."), users, keys]);
    expect(others.map(({ text }) => text)).toEqual([]);
    const { text, tables } = chunk!;
    expect(tables.map(({ start, end }) => text.slice(start, end))).toEqual([
      "User: ada; Role: admin\nUser: bob; Note: left in May",
      "K-1; expired",
    ]);
    expect(tables.map(({ header, rows }) => ({ header, rows }))).toEqual([
      {
        header: users.kind === "table" && users.header,
        rows: [
          ["ada", "admin", ""],
          ["bob", "", "left\nin May"],
        ],
      },
      { header: [], rows: [["K-1", "expired"]] },
    ]);
  });

  it("keeps no cells of a row that needs several passages", () => {
    const long = "The access review is quarterly. ".repeat(60).trim();
    const chunks = chunksOf([
      table(
        ["User", "Role", "Note"],
        [
          ["ada", "admin", "-"],
          ["bob", "admin", long],
        ],
      ),
    ]);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows))).toEqual([
      ["ada", "admin", "-"],
    ]);
  });

  it("keeps a heading without content, and returns no chunk for no text", () => {
    expect(chunksOf([heading("Appendix")]).map(({ text }) => text)).toEqual(["Appendix"]);
    expect(chunksOf([])).toEqual([]);
    expect(chunksOf([paragraph("  \n "), table([], []), table(["", ""], [["", ""]])]).length).toBeLessThan(2);
  });

  it("omits a bare number, unless there is nothing else", () => {
    const text = `Access ${"review ".repeat(60).trim()}.`;
    const pages = [paragraph(text, 1), paragraph("82", 2), paragraph("- 83 -", 3), paragraph(text, 4)];
    expect(chunksOf(pages).map(({ ordinal, page, text: own }) => [ordinal, page, own])).toEqual([
      [0, 1, text],
      [1, 4, text],
    ]);
    expect(chunksOf([paragraph("82", 2)]).map(({ text: own }) => own)).toEqual(["82"]);
  });

  it("keeps a number with the heading that describes it, and numbers that are data", () => {
    const value = [
      heading("Users with a second factor"),
      table([], [["97 %"]], "Users with a second factor"),
    ];
    const addresses = table(
      [],
      Array.from({ length: 9 }, (_, i) => [`10.0.0.${i}`]),
      "Allowed",
    );
    const chunks = chunksOf([...value, heading("Allowed"), addresses]);
    expect(chunks.map(({ headings, text }) => [headings, text])).toEqual([
      [[], "Users with a second factor\n\n97 %"],
      [["Allowed"], addresses.kind === "table" ? addresses.rows.join("\n") : ""],
    ]);
  });

  it("records the first page, ends at page boundaries, but keeps sentences whole", () => {
    const half = "access ".repeat(60).trim();
    const chunks = chunksOf([paragraph(`${half} ${half}.`, 1), paragraph(`Restore ${half}.`, 2)]);
    expect(chunks.map(({ page }) => page)).toEqual([1, 2]);
    const joined = chunksOf([
      paragraph(`${half}. The review runs`, 1),
      paragraph(`over the border. ${half} ${half}.`, 2),
    ]);
    const over = joined.filter(({ text }) => text.includes("The review runs"));
    expect(over[0]!.text).toMatch(/The review runs\s+over the border\./u);
    expect(over[0]!.page).toBe(1);
  });

  it("repeats the header in every row of a table and never mixes sheets", () => {
    const header = ["User", "Role"];
    const rows = Array.from({ length: 60 }, (_, i) => [`user ${i}`, "access review"]);
    const chunks = chunksOf([table(header, rows, "Okta"), table(header, [["last", ""]], "GitHub")]);
    expect(chunks.length).toBeGreaterThan(3);
    const lines = chunks.slice(0, -1).flatMap(({ text }) => text.split("\n"));
    expect(lines).toEqual(rows.map(([user]) => `User: ${user}; Role: access review`));
    expect(new Set(chunks.map(({ sheet }) => sheet))).toEqual(new Set(["Okta", "GitHub"]));
    expect(chunks.at(-1)).toMatchObject({ sheet: "GitHub", headings: ["GitHub"], text: "User: last" });
  });

  it("reads a table without header, or without rows, unchanged", () => {
    const blocks = [table([], [["a", "b"]]), table(["c", "d"], [])];
    expect(chunksOf(blocks).map(({ text }) => text)).toEqual(["a; b\n\nc; d"]);
  });

  it("keeps a sentence that ends with a colon together with the text that follows", () => {
    const filler = Array.from({ length: 11 }, () => "The access review is quarterly.").join(" ");
    const items = Array.from({ length: 12 }, (_, i): Block => ({
      kind: "list-item",
      text: `backup and restore of password policy number ${i}.`,
      page: null,
    }));
    const chunks = chunksOf([paragraph(`${filler} These apply:`), ...items]);
    expect(chunks.some(({ text }) => text.endsWith(":"))).toBe(false);
  });
});
