import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import type { Block, EvidenceFormat } from "../../extraction/document.ts";
import { drawThumbnail } from "../../extraction/draw-thumbnail.ts";
import { createExtractor, type Extraction } from "../../extraction/extract-document.ts";
import { decodePreview, encodePreview } from "../../extraction/preview.ts";
import { makeDoc } from "../../dev/sample-files/make-doc.ts";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { makeJpg, makePng } from "../../dev/sample-files/make-image.ts";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { makeXls, makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";

const folder = await makeTestFolder();
const extractor = await stopAfterAll(createExtractor({ prewarm: false }));

async function extract(content: Buffer, format: EvidenceFormat): Promise<Extraction> {
  const path = join(folder, `file.${format}`);
  await writeFile(path, content);
  return extractor.extract(path, format);
}

async function thumbnail(content: Buffer, format: EvidenceFormat): Promise<Buffer> {
  const { preview, document } = await extract(content, format);
  return drawThumbnail(preview ?? document);
}

/** Reads the grey value of a pixel of a thumbnail. */
async function greyOf(image: Buffer): Promise<(x: number, y: number) => number | undefined> {
  const pixels = await sharp(image).greyscale().raw().toBuffer();
  return (x, y) => pixels[y * 200 + x];
}

const card = (...lines: string[]) =>
  drawThumbnail({
    format: "docx",
    blocks: lines.map((text): Block => ({ kind: "paragraph", text, page: null })),
  });

const sheets = [
  {
    name: "Users",
    rows: [
      ["Name", "Role"],
      ["Ada <admin> & co", 1],
    ],
  },
];

test.each<[EvidenceFormat, boolean, () => Buffer | Promise<Buffer>]>([
  ["pdf", true, () => makePdf({ pages: [["First page", "with some text"]] })],
  ["docx", false, () => makeDocx([{ heading: "Risks & <chances>" }, { paragraph: "Text." }])],
  ["doc", false, () => makeDoc(["Old text"])],
  ["xlsx", false, () => makeXlsx(sheets)],
  ["xls", false, () => makeXls(sheets)],
  ["png", true, () => makePng(["Screenshot"])],
  ["jpg", true, () => makeJpg(["Photo"])],
])("%s gives a picture of 200 x 200 with content", async (format, hasPreview, make) => {
  const { preview, document } = await extract(await make(), format);
  expect(preview !== null).toBe(hasPreview);
  const image = await drawThumbnail(preview ?? document);
  const { width, height, format: kind } = await sharp(image).metadata();
  expect({ width, height, kind }).toEqual({ width: 200, height: 200, kind: "png" });
  const { channels } = await sharp(image).greyscale().stats();
  expect(channels[0]?.min).toBeLessThan(200);
  expect(channels[0]?.max).toBe(255);
});

test("a picture keeps its aspect ratio on white and loses its metadata", async () => {
  const wide = sharp({ create: { width: 400, height: 100, channels: 3, background: "black" } });
  const photo = await wide
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const image = await thumbnail(photo, "jpg");
  const at = await greyOf(image);
  expect([at(100, 10), at(100, 100), at(100, 190)]).toEqual([255, 0, 255]);
  expect((await sharp(image).metadata()).exif).toBeUndefined();
});

test("a sideways photo is turned upright", async () => {
  const wide = sharp({ create: { width: 400, height: 100, channels: 3, background: "black" } });
  const at = await greyOf(
    await thumbnail(await wide.jpeg().withMetadata({ orientation: 6 }).toBuffer(), "jpg"),
  );
  expect([at(10, 100), at(100, 10), at(100, 190), at(190, 100)]).toEqual([255, 0, 0, 255]);
});

test("a grey picture with transparency is drawn on white", async () => {
  const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: "#00000000" } });
  const at = await greyOf(await thumbnail(await clear.toColourspace("b-w").png().toBuffer(), "png"));
  expect(at(100, 100)).toBe(255);
});

test("a page is drawn as large as possible, with all its pixels", async () => {
  const { preview } = await extract(await makePdf({ pages: [["Page"]] }), "pdf");
  expect(Math.max(preview?.width ?? 0, preview?.height ?? 0)).toBe(200);
  expect(preview?.rgba.length).toBe((preview?.width ?? 0) * (preview?.height ?? 0) * 4);
});

test("text on a card stays text, whatever it contains", async () => {
  const hostile = '</text></svg><image href="file:///etc/passwd"/>&amp;&xxe;\u0000\u0008\ud800\ufffe\u202e';
  const image = await card(hostile, "<![CDATA[", "\u{1f600}".repeat(500), "x".repeat(100_000));
  expect(await sharp(image).metadata()).toMatchObject({ width: 200, height: 200 });
  expect(image.equals(await card())).toBe(false);
  expect((await card("<b>one</b>")).equals(await card("one"))).toBe(false);
});

test("a document without text also has a card", async () => {
  expect(await sharp(await card()).metadata()).toMatchObject({ width: 200, height: 200 });
});

describe("a preview", () => {
  const preview = { width: 3, height: 2, rgba: Buffer.alloc(24, 7) };

  test("can be decoded from its bytes", () => expect(decodePreview(encodePreview(preview))).toEqual(preview));

  test.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["half a header", Buffer.alloc(3)],
    ["a pixel too few", encodePreview({ ...preview, rgba: Buffer.alloc(20) })],
    ["a byte too many", encodePreview({ ...preview, rgba: Buffer.alloc(25) })],
    ["no width", encodePreview({ ...preview, width: 0, rgba: Buffer.alloc(0) })],
    ["too wide", encodePreview({ width: 201, height: 1, rgba: Buffer.alloc(804) })],
  ])("is refused: %s", (_what, bytes) => expect(decodePreview(bytes)).toBeNull());
});
