import { expect, test } from "@jest/globals";
import sharp from "sharp";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { makePng } from "../../dev/sample-files/make-image.ts";
import { textOf, useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const LINES = [
  "Quarterly access review",
  "Every account is reviewed by its owner.",
  "Approved by Ada Lovelace",
];

/** A picture without any mark of its orientation. */
const turned = async (degrees: number): Promise<Buffer> =>
  sharp(await makePng(LINES))
    .rotate(degrees)
    .png()
    .toBuffer();

test.each([90, 180, 270])("a picture turned by %d degrees is read upright", async (degrees) => {
  const { blocks } = await extract(await turned(degrees), "png");
  for (const line of LINES) expect(textOf(blocks)).toContain(line);
});

test("a sideways picture in a Word document is read upright", async () => {
  const { blocks } = await extract(await makeDocx([{ picture: await turned(90) }]), "docx");
  expect(textOf(blocks)).toContain(LINES[1]);
});
