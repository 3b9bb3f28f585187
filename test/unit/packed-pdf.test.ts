import { expect, test } from "@jest/globals";
import { PDFDocument } from "pdf-lib";
import { packObjects } from "../../platform/documents/pdf/pack-objects.ts";
import { sheetToPdf } from "../../platform/documents/pdf/sheet-pdf.ts";
import { texts, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const HEADS = ["Control", "Title", "Status", "Reviewer"];
const about = { title: "Index", asOf: new Date(0) };

const indexOf = (rows: number) =>
  sheetToPdf(
    [
      {
        kind: "table",
        title: "Evidence",
        columns: HEADS.map((head) => ({ head, width: 25 })),
        rows: Array.from({ length: rows }, (_, n) => [`CC${n}.1`, "Policy", "approved", "Ada"]),
      },
    ],
    about,
  );

test("the tags of a large table take a few bytes for each cell", async () => {
  const [small, large] = [await indexOf(10), await indexOf(310)];
  expect((large.length - small.length) / (300 * HEADS.length)).toBeLessThan(60);
  expect(large.toString("latin1")).not.toMatch(/^\/S \/TD$/m);
});

test("a packed PDF has the pages and texts that it had", async () => {
  const pdf = await indexOf(60);
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(2);
  const { blocks, warnings } = await extract(pdf, "pdf");
  expect(warnings).toEqual([]);
  const read = texts(blocks).join(" ");
  for (let n = 0; n < 60; n += 1) expect(read).toContain(`CC${n}.1 Policy approved Ada`);
});

test("what is not the file of a PDF is not packed", () => {
  expect(() => packObjects(Buffer.from("%PDF-1.7\n"))).toThrow("the PDF has no index");
});
