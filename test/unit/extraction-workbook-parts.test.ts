import { expect, test } from "@jest/globals";
import { makePng } from "../../dev/sample-files/make-image.ts";
import { makeXls, makeXlsx, type SheetText } from "../../dev/sample-files/make-workbook.ts";
import { parseWorkbook } from "../../extraction/parser/parse-workbook.ts";
import { texts, useExtractor } from "../support/extraction.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";

const { extract } = await useExtractor();

const SHEETS = [
  { name: "Evidence", rows: [["Control", "Note"]] },
  { name: "Other", rows: [["End"]] },
];

const relations = (targets: Record<string, string>): string =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** The sheets, the first one with these parts for its drawing. */
async function workbookOf(drawing: string, parts: Record<string, Buffer | string> = {}): Promise<Buffer> {
  const added = {
    "xl/worksheets/_rels/sheet1.xml.rels": relations({ d: "../drawings/drawing1.xml" }),
    "xl/drawings/drawing1.xml": `<xdr:wsDr>${drawing}</xdr:wsDr>`,
    ...parts,
  };
  const entries = [...(await readZip(makeXlsx(SHEETS))), ...Object.entries(added)];
  return makeZip(entries.map(([name, data]) => ({ name, data })));
}

test("a workbook includes the text of boxes and pictures below their sheet", async () => {
  const drawing = `<xdr:sp><a:p><a:r><a:t>Approved &amp; </a:t></a:r><a:r><a:t>signed</a:t></a:r></a:p><a:p/></xdr:sp>
    <xdr:pic><a:blip r:embed="p"/></xdr:pic><xdr:pic><a:blip r:embed="gone"/></xdr:pic>`;
  const file = await workbookOf(drawing, {
    "xl/drawings/_rels/drawing1.xml.rels": relations({ p: "/xl/media/image1.png" }),
    "xl/media/image1.png": await makePng(["FIREWALL RULE ENABLED"]),
  });
  const { blocks, ocr, warnings } = await extract(file, "xlsx");
  expect(texts(blocks)).toEqual([
    "Evidence",
    "Control Note",
    "Approved & signed",
    expect.stringMatching(/FIREWALL RULE ENABLED/),
    "Other",
    "End",
  ]);
  expect({ ocr, warnings }).toEqual({ ocr: true, warnings: [] });
});

test("a workbook reports pictures over the limit", async () => {
  const names = ["one", "two", "three"];
  const pictures = await Promise.all(names.map((name) => makePng([`PICTURE ${name}`])));
  const file = await workbookOf(names.map((name) => `<a:blip r:embed="${name}"/>`).join(""), {
    "xl/drawings/_rels/drawing1.xml.rels": relations(
      Object.fromEntries(names.map((name) => [name, `../media/${name}.png`])),
    ),
    ...Object.fromEntries(names.map((name, n) => [`xl/media/${name}.png`, pictures[n]!])),
  });
  const { warnings, partial } = await extract(file, "xlsx");
  expect(warnings).toEqual(["1 embedded picture: not read, because only 2 fit the limits."]);
  expect(partial).toBe(true);
});

test.each([
  ["xlsx", makeXlsx],
  ["xls", makeXls],
] as const)("an %s file includes the comments on its cells", async (format, make) => {
  const comments: Record<string, [string, string]> = {
    A1: ["Ada", "Ada:\nApproved in May."],
    B1: ["Grace", "Who owns it?"],
  };
  const { blocks } = await extract(make([{ ...SHEETS[0]!, comments }]), format);
  expect(texts(blocks).slice(2)).toEqual([
    "Comment by Ada on A1: Approved in May.",
    "Comment by Grace on B1: Who owns it?",
  ]);
});

test.each([
  ["declares its size", (xml: string) => xml, ['The last 3 rows of the sheet "A" were not read.']],
  [
    "does not",
    (xml: string) => xml.replace(/<dimension[^>]*>/, ""),
    ['Only the first 2 rows of the sheet "A" were read: it has rows up to 5.'],
  ],
])("a workbook that %s reports once how many rows were not read", async (_what, change, warnings) => {
  const rows = [["Name"], ["Ada"], ["Alan"], ["Grace"], ["Edsger"]];
  const entries = [...(await readZip(makeXlsx([{ name: "A", rows }])))].map(([name, data]) => ({
    name,
    data: name.endsWith("sheet1.xml") ? change(data.toString()) : data,
  }));
  const limits = { ocrPages: 0, ocrMs: 0, pages: 1, rows: 2, characters: 1_000 };
  expect((await parseWorkbook(makeZip(entries), limits)).warnings).toEqual(warnings);
});

test.each([
  ["xlsx", makeXlsx],
  ["xls", makeXls],
] as const)("an %s file has the names of columns below those of their groups", async (format, make) => {
  const rows = [
    ["Control", "Review", null, "Test", null],
    [null, "Owner", "Date", "Owner", "Result"],
    ["CC6.1", "Ada", "May", "Alan", "passed"],
    ["CC6.2", "Ada", "June", "Alan", "failed"],
  ];
  const { blocks } = await extract(
    make([{ name: "Tests", rows, merges: ["A1:A2", "B1:C1", "D1:E1"] }]),
    format,
  );
  expect(blocks[1]).toMatchObject({
    header: ["Control", "Review Owner", "Review Date", "Test Owner", "Test Result"],
    rows: rows.slice(2),
  });
});

test("merged cells above data are no names of groups", async () => {
  const rows = [
    ["Name", "Role", "Since"],
    ["Ada", "everything", null],
    ["Alan", "user", "May"],
  ];
  const { blocks } = await extract(makeXlsx([{ name: "A", rows, merges: ["B2:C2"] }]), "xlsx");
  expect(blocks[1]).toMatchObject({ header: rows[0], rows: [["Ada", "everything", ""], rows[2]] });
});

const LIST = [
  ["Name", "Role"],
  ["Ada", "admin"],
];

test.each<[string, Partial<SheetText>, string[]]>([
  ["hidden rows", { hiddenRows: [1] }, ["Users"]],
  ["hidden columns", { hiddenColumns: [1] }, ["Users"]],
  ["hidden rows and columns without text", { hiddenRows: [2], hiddenColumns: [3] }, []],
])("a workbook with %s is read, and reports those with text", async (_what, hidden, sheets) => {
  const { blocks, warnings } = await extract(makeXlsx([{ name: "Users", rows: LIST, ...hidden }]), "xlsx");
  expect(texts(blocks)).toEqual(["Users", "Name Role Ada admin"]);
  expect(warnings).toEqual(
    sheets.map((sheet) => `The sheet "${sheet}" has hidden rows or columns, which were read.`),
  );
});

test("a workbook counts its pictures of types that cannot be read", async () => {
  const file = await workbookOf('<a:blip r:embed="p"/>', {
    "xl/drawings/_rels/drawing1.xml.rels": relations({ p: "../media/image1.emf" }),
    "xl/media/image1.emf": "EMF",
  });
  expect((await extract(file, "xlsx")).warnings).toEqual(["1 embedded picture: cannot be read."]);
});

test("a workbook reports its charts, which are not read", async () => {
  const { warnings } = await extract(await workbookOf("", { "xl/charts/chart1.xml": "<c/>" }), "xlsx");
  expect(warnings).toEqual(["Embedded charts, diagrams and files were not read."]);
});

/** The list in a workbook, with its XML changed. */
async function listWith(change: (xml: string) => string): Promise<Buffer> {
  const entries = await readZip(makeXlsx([{ name: "Users", rows: LIST }]));
  const changed = [...entries].map(([name, data]) => ({
    name,
    data: name.endsWith("sheet1.xml") ? change(data.toString()) : data,
  }));
  return makeZip(changed);
}

const HIDDEN = ['The sheet "Users" has hidden rows or columns, which were read.'];

test.each([
  ["columns without a width", `<cols><col max="2" width="0" customWidth="1" min="2"/></cols><sheetData>`],
  ["hidden columns in another order", `<cols><col hidden="1" max="2" min="2"/></cols><sheetData>`],
])("a workbook with %s reports them", async (_what, columns) => {
  const file = await listWith((xml) => xml.replace(/(?:<cols>.*<.cols>)?<sheetData>/, columns));
  expect((await extract(file, "xlsx")).warnings).toEqual(HIDDEN);
});

test("a workbook with a row without a height reports it", async () => {
  const file = await listWith((xml) => xml.replace(/<row r="2"/, `<row r="2" ht="0" customHeight="1"`));
  expect((await extract(file, "xlsx")).warnings).toEqual(HIDDEN);
});

test("a workbook includes the headers and footers of its sheets, without numbers of pages", async () => {
  const margins = [
    `<oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Example Ltd&amp;C&amp;A of May&amp;R&amp;D &amp;T</oddHeader>`,
    `<oddFooter>&amp;LConfidential &amp;&amp; internal&amp;C&amp;12Page &amp;P of &amp;N&amp;RApproved by Ada</oddFooter>`,
  ];
  const file = await listWith((xml) =>
    xml.replace(
      "</worksheet>",
      `<headerFooter differentFirst="1">${margins.join("")}</headerFooter></worksheet>`,
    ),
  );
  expect(texts((await extract(file, "xlsx")).blocks)).toEqual([
    "Users",
    "Example Ltd",
    "Users of May",
    "Name Role Ada admin",
    "Confidential & internal",
    "Approved by Ada",
  ]);
});

test("a workbook shows dates of ISO 8601 that have no format", async () => {
  const cells = `<c r="A2" t="d"><v>2026-05-04T00:00:00</v></c><c t="d" r="B2"><v>2026-05-11T13:30:00</v></c>`;
  const file = await listWith((xml) => xml.replace(/<c r="A2".*?<.c><c r="B2".*?<.c>/, cells));
  expect(texts((await extract(file, "xlsx")).blocks)).toContain("2026-05-04 2026-05-11 13:30:00");
});
