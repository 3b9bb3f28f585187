import { describe, expect, it } from "@jest/globals";
import { blocksOfRows } from "../../extraction/parser/sheet-blocks.ts";
import { chunkDocument, type Chunk } from "../../retrieval/chunking/chunk-document.ts";
import type { Block } from "../../extraction/document.ts";

/** As many as are read of a workbook: more than a call has room for arguments. */
const MOST = 200_000;

const rowsOf = (cellsOf: (n: number) => string[]) =>
  Array.from({ length: MOST }, (_, n) => ({ number: n + 1, cells: cellsOf(n), allText: true }));

const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4), specialTokens: 2 };
const chunksOf = (block: Block): Chunk[] =>
  chunkDocument(
    { format: "xlsx", pageCount: null, blocks: [block], ocr: false, warnings: [] },
    { title: "Register", tokenizer },
  );

describe("a file with as many rows as are read", () => {
  it("has one table, if no row is empty", () => {
    const blocks = blocksOfRows(
      rowsOf((n) => (n === 0 ? ["User", "Role", "Since"] : [`u${n}`, "admin", "x"])),
      "Users",
    );
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({ kind: "table", header: ["User", "Role", "Since"] });
    expect((blocks[0] as Extract<Block, { kind: "table" }>).rows).toHaveLength(MOST - 1);
  });

  it("has a block for each row, if every other row is empty", () => {
    const blocks = blocksOfRows(
      rowsOf((n) => (n % 2 === 0 ? ["", `line ${n}`] : [])),
      "Notes",
    );
    expect(blocks).toHaveLength(MOST / 2);
    expect(blocks.at(-1)).toEqual({ kind: "paragraph", text: `line ${MOST - 2}`, page: null });
  });

  it("is divided into passages that contain every row", () => {
    const rows = Array.from({ length: MOST }, (_, n) => [`u${n}`]);
    const chunks = chunksOf({ kind: "table", header: [], rows, page: null, sheet: "Users" });
    expect(chunks.map(({ text }) => text).join("\n")).toBe(rows.join("\n"));
  });

  it("is divided into passages, if it is one paragraph", () => {
    const text = "It is so. ".repeat(MOST).trim();
    const chunks = chunksOf({ kind: "paragraph", text, page: null });
    expect(chunks.map((chunk) => chunk.text).join(" ")).toBe(text);
  });
});
