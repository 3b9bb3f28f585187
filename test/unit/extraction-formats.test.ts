import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { PDFDocument } from "pdf-lib";
import { createExtractor } from "../../extraction/extract-document.ts";
import { countEmptyFormulas } from "../../extraction/parser/empty-formulas.ts";
import { lastRowIn } from "../../extraction/parser/last-row.ts";
import { makeJpg, makePng } from "../../dev/sample-files/make-image.ts";
import { makePdf, makeScannedPdf } from "../../dev/sample-files/make-pdf.ts";
import { makeXls, makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { heading, item, paragraph, textOf, useExtractor } from "../support/extraction.ts";
import { makeEndlessXlsx } from "../support/files/make-endless-xlsx.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";
import { makeEncryptedPdf } from "../../dev/sample-files/make-encrypted-pdf.ts";

const { extract, path: pathOf } = await useExtractor();

describe("pdf", () => {
  test("gives headings by size, joined lines, list items and pages", async () => {
    const pages = [
      [
        "Access Control Policy",
        "Every account is reviewed by its owner",
        "once in a quarter.",
        "",
        "- first point",
        "- second point",
      ],
      ["Exceptions", "The CISO approves exceptions."],
    ];
    const content = await makePdf({ pages, headings: ["Access Control Policy", "Exceptions"] });
    expect(await extract(content, "pdf")).toEqual({
      format: "pdf",
      pageCount: 2,
      ocr: false,
      hardToRead: false,
      warnings: [],
      partial: false,
      blocks: [
        heading("Access Control Policy", 1, 1),
        paragraph("Every account is reviewed by its owner once in a quarter.", 1),
        item("first point", 1),
        item("second point", 1),
        heading("Exceptions", 1, 2),
        paragraph("The CISO approves exceptions.", 2),
      ],
    });
  });

  test("reads filled-in form fields", async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    const field = pdf.getForm().createTextField("approver");
    field.setText("Approved by Grace Hopper");
    field.addToPage(page, { x: 50, y: 500, width: 300, height: 30 });
    const { blocks } = await extract(Buffer.from(await pdf.save()), "pdf");
    expect(textOf(blocks)).toContain("Approved by Grace Hopper");
  });

  test("reads scanned pages by OCR up to the limit, and lists the others", async () => {
    const pages = [["Firewall rules reviewed"], ["Backups were restored"], ["Third page is over the limit"]];
    const { blocks, ocr, warnings, partial, pageCount } = await extract(
      await makeScannedPdf({ pages }),
      "pdf",
    );
    expect(blocks).toEqual([paragraph("Firewall rules reviewed", 1), paragraph("Backups were restored", 2)]);
    expect({ ocr, pageCount }).toEqual({ ocr: true, pageCount: 3 });
    expect(warnings).toEqual([expect.stringMatching(/^Page 3: scanned and not read/)]);
    expect(partial).toBe(true);
  });

  test("opens an encrypted file without a password, and refuses one with a password", async () => {
    const { blocks } = await extract(makeEncryptedPdf("Encrypted yet readable", ""), "pdf");
    expect(blocks).toEqual([paragraph("Encrypted yet readable", 1)]);
    await expect(extract(makeEncryptedPdf("Hidden", "secret"), "pdf")).rejects.toMatchObject({
      reason: "encrypted",
      retryable: false,
    });
  });

  test("without any text is not an error", async () => {
    const { blocks, warnings } = await extract(await makePdf({ pages: [[]] }), "pdf");
    expect(blocks).toEqual([]);
    expect(warnings).toEqual(["No text was found in the file."]);
  });
});

const USERS = {
  name: "Users",
  rows: [
    ["Access list"],
    [],
    ["Team", "User", "Since"],
    ["Finance", "ada@example.com", new Date(Date.UTC(2026, 1, 3))],
    [null, "alan@example.com", new Date(Date.UTC(2026, 2, 4))],
  ],
  merges: ["A4:A5"],
};
const EMPTY = { name: "Empty", rows: [[]] };
const COUNTS = {
  name: "Counts",
  rows: [
    ["Kind", "Number"],
    ["open", 3],
    ["closed", 12.5],
  ],
};
const SHEETS = [USERS, EMPTY, COUNTS];

describe.each([
  ["xlsx", makeXlsx],
  ["xls", makeXls],
] as const)("%s", (format, make) => {
  test("returns each sheet with its name, header, displayed values, row numbers and merged cells", async () => {
    const { blocks, pageCount } = await extract(make(SHEETS), format);
    expect(pageCount).toBe(3);
    expect(blocks).toEqual([
      heading("Users"),
      paragraph("Access list"),
      {
        kind: "table",
        header: ["Team", "User", "Since"],
        rows: [
          ["Finance", "ada@example.com", "2026-02-03"],
          ["Finance", "alan@example.com", "2026-03-04"],
        ],
        page: null,
        sheet: "Users",
      },
      heading("Counts"),
      {
        kind: "table",
        header: ["Kind", "Number"],
        rows: [
          ["open", "3"],
          ["closed", "12.5"],
        ],
        page: null,
        sheet: "Counts",
      },
    ]);
  });

  test("cuts text above the limit, and reports it", async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [`user ${i}`, `role ${i}`, "x".repeat(50)]);
    const path = pathOf(`long.${format}`);
    await writeFile(path, make([{ name: "Long", rows: [["User", "Role", "Note"], ...rows] }]));
    const small = createExtractor({ maxCharacters: 5_000, prewarm: false });
    const { blocks, warnings, partial } = (await small.extract(path, format)).document;
    await small.close();
    expect(JSON.stringify(blocks).length).toBeLessThan(7_000);
    expect(warnings.join(" ")).toMatch(/"Long" was cut after \d+ of 501 rows/);
    expect(partial).toBe(true);
  });
});

describe("xlsx without a declared sheet size", () => {
  const withLastRow = (number: number, change?: (row: string) => string) =>
    makeEndlessXlsx(
      [
        ["Name", "Role"],
        ["Ada", "admin"],
      ],
      number,
      change,
    );
  const warningsOf = async (file: Buffer) => (await extract(file, "xlsx")).warnings;

  test("reports unread rows", async () => {
    expect(await warningsOf(withLastRow(1_048_576))).toEqual([
      'Only the first 200000 rows of the sheet "Users" were read: it has rows up to 1048576.',
    ]);
  });

  test("reports nothing if all rows with values were read", async () => {
    expect(await warningsOf(withLastRow(3))).toEqual([]);
    const empty = (row: string) => row.replaceAll(/<c (r="\w+").*?<\/c>/g, '<c $1 s="0"/>');
    expect(await warningsOf(withLastRow(1_048_576, empty))).toEqual([]);
  });

  test("reports unread columns", async () => {
    const wide = [["Name", ...Array.from({ length: 255 }, (_, i) => `c${i}`)], ["Ada"]];
    expect(await warningsOf(makeXlsx([{ name: "Wide", rows: wide }]))).toEqual([]);
    wide[1] = [...wide[0]!, "one more"];
    expect(await warningsOf(makeXlsx([{ name: "Wide", rows: wide }]))).toEqual([
      'Only the first 256 columns of the sheet "Wide" were read.',
    ]);
    const many = Array.from({ length: 60 }, (_, i) => ({ name: `Wide ${i}`, rows: wide }));
    const warnings = await warningsOf(makeXlsx(many));
    expect([warnings.length, warnings.at(-1)]).toEqual([51, "There are 10 more warnings."]);
  });
});

test.each([
  ["<c><f>A1+1</f><v>2</v></c>", 0],
  ['<c t="str"><f>IF(A1,"x","")</f><v></v></c>', 0],
  ['<c r="A1" s="1"><f>A2</f><v></v></c><c><v>1</v></c>', 1],
  ["<c><f>A2</f><v/></c> <c>\n<f ca='1'>A2&gt;1</f>\n</c>", 2],
  ['<x:c t="n"><x:f t="shared" si="0">A2</x:f></x:c><x:c><x:f t="shared" si="0"/></x:c>', 2],
])("cells without a calculated value in %s: %d", (xml, count) =>
  expect(countEmptyFormulas(Buffer.from(xml))).toBe(count),
);

test("a workbook with formulas that no spreadsheet has calculated reports them", async () => {
  const entries = [...(await readZip(makeXlsx([{ name: "A", rows: [["Sum"], [1]] }])))].map(
    ([name, data]) => ({
      name,
      data: name.endsWith("sheet1.xml") ? data.toString().replace("<v>1</v>", "<f>2+3</f>") : data,
    }),
  );
  const { warnings, partial } = await extract(makeZip(entries), "xlsx");
  expect(warnings).toEqual([expect.stringContaining("no stored value: 1.")]);
  expect(partial).toBe(true);
});

test.each([
  ['<row r="7"><c r="A7"><v>1</v></c></row>', 7],
  ["<x:row r='7'><x:c r='A7'><x:v>1</x:v></x:c></x:row>", 7],
  ['<row r="7"><c t="inlineStr"><is><t>a</t></is></c></row>', 7],
  ['<row r="7"><c r="A7"><v>1</v></c></row><row r="1048576" ht="12.8"/>', 7],
  ["<row><c><v>1</v></c></row><row><c><v>2</v></c></row>", 2],
  ["<sheetData/>", 0],
])("the last row of %s is %d", (xml, row) => expect(lastRowIn(Buffer.from(xml))).toBe(row));

describe("pictures", () => {
  test("png is read by OCR", async () => {
    const { blocks, ocr, pageCount } = await extract(
      await makePng(["Multi factor login enforced", "Checked in March"]),
      "png",
    );
    expect(textOf(blocks)).toMatch(/Multi factor login enforced\s+Checked in March/);
    expect({ ocr, pageCount }).toEqual({ ocr: true, pageCount: 1 });
  });

  test("jpg stored sideways is rotated by its EXIF orientation first", async () => {
    const { blocks } = await extract(await makeJpg(["Server room visitor log"], { sideways: true }), "jpg");
    expect(textOf(blocks)).toBe("Server room visitor log");
  });

  test("a picture without words is not an error", async () => {
    const { blocks, warnings } = await extract(await makePng([]), "png");
    expect(blocks).toEqual([]);
    expect(warnings).toEqual(["No text was found in the file."]);
  });

  test("a truncated picture is damaged", async () => {
    const png = await makePng(["Multi factor login enforced"]);
    await expect(extract(png.subarray(0, png.length / 2), "png")).rejects.toMatchObject({
      reason: "corrupt",
    });
  });
});
