import { describe, expect, test } from "@jest/globals";
import type { Block } from "../../extraction/document.ts";
import { blocksOfHtml } from "../../extraction/parser/html-blocks.ts";
import { blocksOfPages } from "../../extraction/parser/pdf-blocks.ts";
import type { PdfLine } from "../../extraction/parser/pdf-line.ts";
import { blocksOfRows, type SheetRow } from "../../extraction/parser/sheet-blocks.ts";

const line = (text: string, y: number, more: Partial<PdfLine> = {}): PdfLine => ({
  text,
  y,
  x: 50,
  size: 10,
  bold: false,
  turns: 0,
  ...more,
});

const textsOf = (blocks: readonly Block[]) =>
  blocks.map((block) => (block.kind === "table" ? "table" : `${block.kind}: ${block.text}`));

describe("lines of a pdf", () => {
  const pageOf = (...lines: PdfLine[]) => textsOf(blocksOfPages([{ page: 1, lines }]));

  test("a hyphenated word is joined, and a compound keeps its hyphen", () => {
    expect(pageOf(line("Every peri\ufffeodic review of Stress\ufffeEngineered parts", 700))).toEqual([
      "paragraph: Every periodic review of Stress-Engineered parts",
    ]);
  });

  test("a gap, an indent after a full stop and a list item start something new", () => {
    const lines = [
      line("First line of a paragraph", 700),
      line("and its end.", 688),
      line("Indented, so a new one", 676, { x: 62 }),
      line("that goes on.", 664),
      line("After a gap.", 630),
      line("(a) one point", 618),
      line("over two lines", 606),
      line("(b) another", 594),
    ];
    expect(pageOf(...lines)).toEqual([
      "paragraph: First line of a paragraph and its end.",
      "paragraph: Indented, so a new one that goes on.",
      "paragraph: After a gap.",
      "list-item: (a) one point over two lines",
      "list-item: (b) another",
    ]);
  });

  test("a sentence continues in the next column", () => {
    const lines = [line("The owner of the system", 100), line("approves each request.", 700, { x: 300 })];
    expect(pageOf(...lines)).toEqual(["paragraph: The owner of the system approves each request."]);
  });

  test("headings rank by size, bold ones in body size last", () => {
    const body = "This is the text of the policy, and there is much more of it than of anything else.";
    const lines = [
      line("Security policy", 760, { size: 20 }),
      line("Scope", 720, { size: 14 }),
      line(body, 700),
      line("Exceptions", 670, { bold: true }),
      line(body, 650),
      line("bold, but a sentence.", 620, { bold: true }),
    ];
    const blocks = blocksOfPages([{ page: 3, lines }]);
    const headings = blocks.filter((block) => block.kind === "heading");
    expect(headings.map(({ level, text, page }) => [level, text, page])).toEqual([
      [1, "Security policy", 3],
      [2, "Scope", 3],
      [3, "Exceptions", 3],
    ]);
  });
});

describe("html of a Word document", () => {
  const tableOf = (html: string) => blocksOfHtml(html).find((block) => block.kind === "table");

  test("a cell that spans two rows is repeated, one that spans two columns is not", () => {
    const html = `<table><tr><td><strong>Team</strong></td><td colspan="2"><p><strong>People</strong></p></td></tr>
      <tr><td rowspan="2">Finance</td><td>Ada</td><td>1</td></tr><tr><td>Alan</td><td>2</td></tr></table>`;
    expect(tableOf(html)).toMatchObject({
      header: ["Team", "People", ""],
      rows: [
        ["Finance", "Ada", "1"],
        ["Finance", "Alan", "2"],
      ],
    });
  });

  test("a cell that spans rows and columns leaves its columns to no one below it", () => {
    const html = `<table><tr><td colspan="2" rowspan="3">Shared</td><td>Ada</td></tr><tr><td>Alan</td></tr>
      <tr><td>Grace</td></tr><tr><td>Mail</td><td>Daily</td><td>Edsger</td></tr></table>`;
    expect(tableOf(html)).toMatchObject({
      rows: [
        ["Shared", "", "Ada"],
        ["Shared", "", "Alan"],
        ["Shared", "", "Grace"],
        ["Mail", "Daily", "Edsger"],
      ],
    });
  });

  test("a first row over all columns is the title of a table, not its header", () => {
    const html = `<table><tr><td colspan="3"><strong>Access list</strong></td></tr><tr><td>Team</td><td>User</td><td>Role</td></tr>
      <tr><td>IT</td><td>Ada</td><td>admin</td></tr></table>`;
    expect(blocksOfHtml(html)).toMatchObject([
      { kind: "paragraph", text: "Access list" },
      { kind: "table", header: ["Team", "User", "Role"], rows: [["IT", "Ada", "admin"]] },
    ]);
    const short = `<table><tr><td colspan="2">Only</td></tr><tr><td>a</td><td>b</td></tr></table>`;
    expect(blocksOfHtml(short)).toHaveLength(1);
  });

  test("name and value in two columns are not a header", () => {
    const html = "<table><tr><td>Owner</td><td>Ada</td></tr><tr><td>Version</td><td>2</td></tr></table>";
    expect(tableOf(html)).toMatchObject({
      header: [],
      rows: [
        ["Owner", "Ada"],
        ["Version", "2"],
      ],
    });
  });

  test("check boxes keep their state, in text and in cells", () => {
    const [yes, no] = ['<input type="checkbox" checked="checked" />', '<input type="checkbox" />'];
    const html = `<p>${yes} Encrypted</p><table><tr><td>${no}Not applicable</td><td>${yes}</td></tr></table>`;
    expect(blocksOfHtml(html)).toMatchObject([
      { text: "☒ Encrypted" },
      { rows: [["☐ Not applicable", "☒"]] },
    ]);
  });

  test("nested lists, nested tables and notes become plain blocks in order", () => {
    const html = `<p>Before</p><ol><li>one<ul><li>one a</li></ul></li><li>two</li></ol>
      <table><tr><td>outer <table><tr><td>x</td><td>y</td></tr></table></td></tr></table>
      <ol><li id="footnote-1"><p>A note. <a href="#ref">↑</a></p></li></ol>`;
    const blocks = blocksOfHtml(html);
    expect(textsOf(blocks)).toEqual([
      "paragraph: Before",
      "list-item: one",
      "list-item: one a",
      "list-item: two",
      "table",
      "list-item: A note.",
    ]);
    expect(blocks[4]).toMatchObject({ rows: [["outer x, y"]] });
  });
});

describe("rows of a sheet", () => {
  const rowsOf = (...rows: string[][]): SheetRow[] =>
    rows.map((cells) => ({ cells, allText: cells.every((cell) => !/^\d/.test(cell)) }));

  test("a table continues under its header after an empty row", () => {
    const rows = rowsOf(["Name", "Role", "Since"], ["Ada", "admin", "2026"], [], ["Alan", "user", "2025"]);
    expect(blocksOfRows(rows, "Users")).toEqual([
      expect.objectContaining({
        header: ["Name", "Role", "Since"],
        rows: [["Ada", "admin", "2026"]],
      }),
      expect.objectContaining({
        header: ["Name", "Role", "Since"],
        rows: [["Alan", "user", "2025"]],
      }),
    ]);
  });

  test("one wide row does not widen the others, which would take gigabytes in a long sheet", () => {
    const wide = Array.from({ length: 250 }, (_, n) => (n % 249 === 0 ? "note" : ""));
    const narrow = Array.from({ length: 20 }, (_, n) => [`user ${n}`, "admin", ""]);
    expect(blocksOfRows(rowsOf(["Name", "Role", "Since"], ...narrow, wide), "Users")).toMatchObject([
      { header: [], rows: [["Name", "Role", "Since"], ...narrow.map((cells) => cells.slice(0, 2)), wide] },
    ]);
  });

  test("empty columns at the edges are dropped, and a single filled cell above is a title", () => {
    const rows = rowsOf(
      ["", "Access list", "", ""],
      ["", "Name", "Role", "Team", ""],
      ["", "Ada", "admin", "IT", ""],
    );
    expect(blocksOfRows(rows, "S")).toEqual([
      { kind: "paragraph", text: "Access list", page: null },
      expect.objectContaining({
        header: ["Name", "Role", "Team"],
        rows: [["Ada", "admin", "IT"]],
      }),
    ]);
  });
});
