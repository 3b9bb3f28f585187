import { expect, test } from "@jest/globals";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { makePng } from "../../dev/sample-files/make-image.ts";
import { useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const LINES = [
  "Quarterly access review",
  "Every account is reviewed by its owner.",
  "Approved by Ada Lovelace on 4 May 2026",
  "Exceptions end after twelve months",
  "The officer keeps the results of reviews",
];

const clear = await makePng(LINES);
const blurred = await sharp(clear).blur(6).png().toBuffer();

const scanOf = async (picture: Buffer): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawImage(await pdf.embedPng(picture), { x: 50, y: 500, width: 495, height: 185 });
  return Buffer.from(await pdf.save());
};

const PICTURE = "1 embedded picture: hard to read, so the text may be wrong.";

test.each([
  ["png", async (picture: Buffer) => picture, "The picture is hard to read: its text may be wrong."],
  ["pdf", scanOf, "Page 1: hard to read, so the text may be wrong."],
  ["docx", async (picture: Buffer) => makeDocx([{ picture }]), PICTURE],
] as const)(
  "a blurred picture in a %s file is reported, and a clear one is not",
  async (format, make, warning) => {
    expect(await extract(await make(clear), format)).toMatchObject({ hardToRead: false, warnings: [] });
    expect(await extract(await make(blurred), format)).toMatchObject({
      ocr: true,
      hardToRead: true,
      warnings: [warning],
    });
  },
);
