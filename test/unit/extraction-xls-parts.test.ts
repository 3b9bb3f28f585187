import { expect, test } from "@jest/globals";
import { CFB } from "@e965/xlsx";
import { makeJpg, makePng } from "../../dev/sample-files/make-image.ts";
import { makeXls } from "../../dev/sample-files/make-workbook.ts";
import { recordsOf } from "../../extraction/parser/xls-records.ts";
import { texts, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

interface Containers {
  read(file: Buffer, options: { type: "buffer" }): object;
  find(file: object, name: string): { content: Uint8Array; size: number };
  utils: { cfb_add(file: object, name: string, content: Buffer): void };
  write(file: object, options: { type: "buffer" }): Buffer;
}
const containers = CFB as Containers;

const [SHEET, BEGIN, END, HEADER, FOOTER] = [0x0085, 0x0809, 0x000a, 0x14, 0x15];
const [GROUP, DRAWING, CONTINUED, OBJECT, TEXT, ROW, COLUMN] = [0xeb, 0xec, 0x3c, 0x5d, 0x1b6, 0x208, 0x7d];

const numbers = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const record = (type: number, data: Buffer): Buffer => Buffer.concat([numbers(type, data.length), data]);

/** An atom of a drawing; containers have the version 15. */
function atom(type: number, data: Buffer, { version = 0, instance = 0 } = {}): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | version, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

const container = (type: number, ...atoms: Buffer[]): Buffer =>
  atom(type, Buffer.concat(atoms), { version: 15 });

const stored = (type: number, instance: number, hashes: number, picture: Buffer): Buffer =>
  atom(
    0xf007,
    Buffer.concat([
      Buffer.alloc(36),
      atom(type, Buffer.concat([Buffer.alloc(hashes * 16 + 1), picture]), { instance }),
    ]),
    { version: 2 },
  );

/** A shape that shows a stored picture, from 1. */
const shape = (picture: number): Buffer => {
  const property = Buffer.alloc(6);
  property.writeUInt16LE(0x4104, 0);
  property.writeUInt32LE(picture, 2);
  return container(0xf004, atom(0xf00b, property, { version: 3, instance: 1 }));
};

/** Long data in several records. */
function records(type: number, data: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length; at += 8_000)
    parts.push(record(at === 0 ? type : CONTINUED, data.subarray(at, at + 8_000)));
  return parts;
}

/** A workbook with one sheet, and more records at the ends of its two streams. */
function xlsWith(ofWorkbook: Buffer[], ofSheet: Buffer[]): Buffer {
  const file = containers.read(
    makeXls([
      {
        name: "Users",
        rows: [
          ["Name", "Role"],
          ["Ada", "admin"],
        ],
      },
    ]),
    { type: "buffer" },
  );
  const entry = containers.find(file, "/Workbook");
  const added = Buffer.concat(ofWorkbook);
  let ends = 0;
  const parts = [...recordsOf(Buffer.from(entry.content))].map(({ type, data }) => {
    if (type === SHEET) data.writeUInt32LE(data.readUInt32LE(0) + added.length, 0);
    if (type !== END) return record(type, data);
    ends += 1;
    return Buffer.concat([...(ends === 1 ? [added] : ofSheet), record(type, data)]);
  });
  const content = Buffer.concat(parts);
  Object.assign(entry, { content, size: content.length });
  return containers.write(file, { type: "buffer" });
}

test("an xls file includes the text of pictures and boxes of its sheet, but not that of other shapes", async () => {
  const [png, jpg] = [await makePng(["FIREWALL RULE ENABLED"]), await makeJpg(["BADGE READER"])];
  const group = container(
    0xf000,
    container(
      0xf001,
      stored(0xf01e, 0x6e0, 1, png),
      stored(0xf01d, 0x46b, 2, jpg),
      stored(0xf01a, 0x3d4, 1, Buffer.alloc(900)),
    ),
  );
  const drawing = container(0xf002, container(0xf003, shape(2), shape(1), shape(3)));
  const box = (kind: number, text: string) => [
    record(OBJECT, numbers(0x15, 0x12, kind, 1)),
    record(TEXT, Buffer.alloc(18)),
    record(CONTINUED, Buffer.concat([Buffer.from([1]), Buffer.from(text, "utf16le")])),
    record(CONTINUED, Buffer.alloc(16)),
  ];
  const file = xlsWith(records(GROUP, group), [
    ...records(DRAWING, drawing),
    ...box(0x06, "Approved – signed"),
    ...box(0x19, "A comment"),
  ]);
  const { blocks, ocr, warnings } = await extract(file, "xls");
  expect(texts(blocks)).toEqual([
    "Users",
    "Name Role Ada admin",
    "Approved – signed",
    expect.stringMatching(/BADGE READER/),
    expect.stringMatching(/FIREWALL RULE ENABLED/),
  ]);
  expect({ ocr, warnings }).toEqual({ ocr: true, warnings: ["1 embedded picture: cannot be read."] });
});

test.each<[string, Buffer]>([
  ["rows", record(ROW, numbers(1, 0, 2, 255, 0, 0, 0x20, 0))],
  ["columns", record(COLUMN, numbers(1, 1, 2304, 0, 1, 0))],
  ["columns without a width", record(COLUMN, numbers(1, 1, 0, 0, 0, 0))],
  ["rows without a height", record(ROW, numbers(1, 0, 2, 0, 0, 0, 0, 0))],
])("an xls file reports its hidden %s", async (_what, hidden) => {
  const { blocks, warnings } = await extract(xlsWith([], [hidden]), "xls");
  expect(texts(blocks)).toEqual(["Users", "Name Role Ada admin"]);
  expect(warnings).toEqual(['The sheet "Users" has hidden rows or columns, which were read.']);
});

/** A header or footer: its length, the width of its letters, and these. */
const margin = (type: number, code: string): Buffer =>
  record(type, Buffer.concat([numbers(code.length), Buffer.of(0), Buffer.from(code, "latin1")]));

test("an xls file includes the headers and footers of its sheets", async () => {
  const margins = [
    margin(HEADER, "&LExample Ltd&C&A&R&D"),
    margin(FOOTER, "&CPage &P of &N&RApproved by Ada"),
  ];
  expect(texts((await extract(xlsWith([], margins), "xls")).blocks)).toEqual([
    "Users",
    "Example Ltd",
    "Name Role Ada admin",
    "Approved by Ada",
  ]);
});

const OBJECTS = ["Embedded charts, diagrams and files were not read."];

test("an xls file reports its embedded files", async () => {
  const file = containers.read(xlsWith([], []), { type: "buffer" });
  containers.utils.cfb_add(file, "/MBD0001A2B3/Package", Buffer.from("a file"));
  expect((await extract(containers.write(file, { type: "buffer" }), "xls")).warnings).toEqual(OBJECTS);
});

test("an xls file reports its charts", async () => {
  const chart = [record(BEGIN, numbers(0x600, 0x20, 0, 0)), record(END, Buffer.alloc(0))];
  expect((await extract(xlsWith([], chart), "xls")).warnings).toEqual(OBJECTS);
});
