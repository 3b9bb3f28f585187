import { describe, expect, test } from "@jest/globals";
import { read, utils } from "@e965/xlsx";
import { makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { readWorkbook } from "../../extraction/questionnaires/read-workbook.ts";
import { writeAnswers, writeIntoSheet } from "../../extraction/questionnaires/write-answers.ts";
import { WorkbookError } from "../../extraction/questionnaires/workbook-parts.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";

const SHEETS = [
  { name: "Cover", rows: [["Security questionnaire"], ["Of Example Ltd"]] },
  {
    name: "Questions & more",
    rows: [
      ["Please fill in the right column"],
      ["No.", "Question", "Notes", "Vendor response"],
      [1, "Is data encrypted at rest?", "Say how", null],
      [null, null, null, null],
      [2, "Do you review access?", null, "TBD"],
    ],
  },
];

const cellsOf = (file: Buffer, sheet: string): unknown =>
  utils.sheet_to_json(read(file, { type: "buffer" }).Sheets[sheet]!, { header: 1, defval: null });

describe("a workbook", () => {
  test("is read as displayed", async () => {
    const [cover, questions] = await readWorkbook(makeXlsx(SHEETS));
    expect(cover!.name).toBe("Cover");
    expect(questions!.rows.find(({ number }) => number === 3)!.cells.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["1", "Is data encrypted at rest?", "Say how"]),
    );
  });

  test("is read without the escapes of its strings", async () => {
    const rows = [["Do you encrypt_x000D_\ndata?", "What is _x005F_x0041_?", "a_x0000_b", "snake_x_case"]];
    const [sheet] = await readWorkbook(makeXlsx([{ name: "Questions", rows }]));
    expect(sheet!.rows[0]!.cells.map(({ text }) => text)).toEqual([
      "Do you encrypt\r\ndata?",
      "What is _x0041_?",
      "ab",
      "snake_x_case",
    ]);
  });

  test("with answers keeps everything else", async () => {
    const file = makeXlsx(SHEETS);
    const hostile = '=HYPERLINK("http://evil") & <b> _x0041_ \u0007\nsecond line';
    const answers = new Map([
      [3, "Yes, with AES-256."],
      [5, hostile],
    ]);
    const written = await writeAnswers(file, { sheet: "Questions & more", column: 3, answers });
    expect(cellsOf(written, "Cover")).toEqual(cellsOf(file, "Cover"));
    const [before, after] = [file, written].map((one) => cellsOf(one, "Questions & more") as unknown[][]);
    expect(after![2]![3]).toBe("Yes, with AES-256.");
    expect(after![4]![3]).toBe(hostile.replace("\u0007", ""));
    const without = (rows: unknown[][]) => rows.map((row) => row.slice(0, 3));
    expect(without(after!)).toEqual(without(before!));
    expect(read(written, { type: "buffer" }).Sheets["Questions & more"]!["D5"]).not.toHaveProperty("f");
    const [old, fresh] = [await readZip(file), await readZip(written)];
    expect([...fresh.keys()]).toEqual([...old.keys()]);
    const changed = [...old.keys()].filter((path) => !old.get(path)!.equals(fresh.get(path)!));
    expect(changed).toEqual(["xl/worksheets/sheet2.xml"]);
  });
});

describe("a malicious workbook", () => {
  test("that references one large sheet repeatedly is refused early", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `<sheet name="S${n}" r:id="rId1"/>`).join("");
    const target = (type: string, to: string) =>
      `<Relationships><Relationship Id="rId1" Type="http://x/${type}" Target="${to}"/></Relationships>`;
    const file = makeZip([
      { name: "_rels/.rels", data: target("officeDocument", "xl/workbook.xml") },
      { name: "xl/workbook.xml", data: `<workbook><sheets>${names}</sheets></workbook>` },
      { name: "xl/_rels/workbook.xml.rels", data: target("worksheet", "worksheets/sheet1.xml") },
      { name: "xl/worksheets/sheet1.xml", data: `<worksheet>${" ".repeat(12_000_000)}</worksheet>` },
    ]);
    await expect(readWorkbook(file)).rejects.toThrow("too large in total");
  });

  test.each([
    ["has a part that is huge", [{ name: "xl/pivot.xml", data: Buffer.alloc(17 * 1024 * 1024, 32) }]],
    ["has no parts that count", [{ name: "a.txt", data: "a" }]],
    ["has no workbook", [{ name: "_rels/.rels", data: "<Relationships/>" }]],
  ])("that %s is refused", async (_what, entries) => {
    await expect(readWorkbook(makeZip(entries))).rejects.toThrow(WorkbookError);
  });
});

describe("a sheet's XML", () => {
  const sheet = (rows: string) =>
    `<?xml version="1.0"?>\n<x:worksheet><x:sheetData>${rows}</x:sheetData><x:mergeCells/></x:worksheet>`;

  test.each([
    [
      "a styled cell keeps its style",
      `<x:row r="2" ht="30"><x:c r="A2" s="4" t="s"><x:v>0</x:v></x:c><x:c r="B2" s="7"/></x:row>`,
      `<x:row r="2" ht="30"><x:c r="A2" s="4" t="s"><x:v>0</x:v></x:c><x:c r="B2" s="7" t="inlineStr"><x:is><x:t xml:space="preserve">Yes</x:t></x:is></x:c></x:row>`,
    ],
    [
      "a missing cell is inserted in its place",
      `<x:row r="2"><x:c r="A2"/><x:c r="C2"><x:v>1</x:v></x:c></x:row>`,
      `<x:row r="2"><x:c r="A2"/><x:c r="B2" t="inlineStr"><x:is><x:t xml:space="preserve">Yes</x:t></x:is></x:c><x:c r="C2"><x:v>1</x:v></x:c></x:row>`,
    ],
    [
      "at the end of its row",
      `<x:row r="2"><x:c r="A2"/></x:row>`,
      `<x:row r="2"><x:c r="A2"/><x:c r="B2" t="inlineStr"><x:is><x:t xml:space="preserve">Yes</x:t></x:is></x:c></x:row>`,
    ],
    ["a formula stays", `<x:row r="2"><x:c r="B2"><x:f>1+1</x:f></x:c></x:row>`, null],
    ["other rows stay", `<x:row r="3"><x:c r="B3"/></x:row>`, null],
  ])("%s", (_name, row, expected) => {
    expect(writeIntoSheet(sheet(row), 1, new Map([[2, "Yes"]]))).toBe(sheet(expected ?? row));
  });
});
