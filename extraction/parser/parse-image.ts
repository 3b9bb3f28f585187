import sharp from "sharp";
import { PREVIEW_SIDE, type Preview } from "../preview.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { openOcr } from "./ocr.ts";
import type { Picture } from "./picture.ts";

const MAX_SIDE = 3_600;
/** Letters on small screenshots are about 10 pixels high; OCR needs 20 to 30. */
const SMALL_SIDE = 1_400;
const ENLARGED_DPI = 200;
const MAX_PIXELS = 100_000_000;

/** Upright by EXIF orientation, on white, grey, and of a suitable size for OCR. */
async function prepare(file: Buffer): Promise<Picture> {
  sharp.cache(false);
  const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "truncated" });
  const { width, height } = await image.metadata();
  const side = Math.max(width, height);
  const target = side > MAX_SIDE ? MAX_SIDE : side < SMALL_SIDE ? side * 2 : side;
  const { data, info } = await image
    .rotate()
    .flatten({ background: "white" })
    .resize({ width: target, height: target, fit: "inside" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Upright, on white. Only pixels: no metadata (GPS) of the original carries over. */
async function drawPreview(file: Buffer): Promise<Preview> {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "truncated" })
    .rotate()
    .flatten({ background: "white" })
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

/** The text on a picture. A picture without text is not an error: it has no blocks. */
export async function parseImage(file: Buffer): Promise<ParsedDocument> {
  const picture = await prepare(file);
  const ocr = await openOcr();
  const { paragraphs, isHardToRead } = ocr.read(picture, ENLARGED_DPI);
  const blocks = paragraphs.map((text) => ({ kind: "paragraph" as const, text, page: 1 }));
  return {
    pageCount: 1,
    blocks,
    ocr: true,
    warnings: isHardToRead ? ["The picture is hard to read: its text may be wrong."] : [],
    hardToRead: isHardToRead,
    drawPreview: () => drawPreview(file),
  };
}
