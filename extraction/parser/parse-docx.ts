import { buffer } from "node:stream/consumers";
import mammoth from "mammoth";
import { openZipOfBuffer } from "../inspection/open-zip-of-buffer.ts";
import type { ParseLimits } from "../parser-job.ts";
import { MARGIN_PART, readMargins } from "./docx-margins.ts";
import { createPictureReader } from "./docx-pictures.ts";
import { PICTURE_TEXT, blocksOfHtml } from "./html-blocks.ts";
import type { ParsedDocument } from "./parsed-document.ts";

const STYLE_MAP = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];
const MAX_PART_BYTES = 256 * 1024;
const MAX_PARTS = 100;

/** The headers and footers, sorted by name. */
async function readMarginParts(file: Buffer): Promise<Map<string, string>> {
  const zip = await openZipOfBuffer(file);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const isRead = MARGIN_PART.test(entry.fileName) && entry.uncompressedSize <= MAX_PART_BYTES;
    if (!isRead || parts.size >= MAX_PARTS) continue;
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    parts.set(entry.fileName, bytes.toString("utf8"));
  }
  return new Map([...parts].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true })));
}

/**
 * Word 2007 and later: headers, headings, lists, tables, text boxes, text on pictures in place, footnotes and
 * endnotes, footers.
 */
export async function parseDocx(file: Buffer, limits: ParseLimits): Promise<ParsedDocument> {
  const pictures = createPictureReader(limits);
  const convertImage = mammoth.images.imgElement(async (image) => {
    const lines = await pictures.read(image.contentType, await image.readAsBuffer());
    return { src: "", [PICTURE_TEXT]: lines.join("\n") };
  });
  const { value: html } = await mammoth.convertToHtml(
    { buffer: file },
    { styleMap: STYLE_MAP, convertImage },
  );
  const { headers, footers } = readMargins(await readMarginParts(file));
  return {
    pageCount: null,
    blocks: [...headers, ...blocksOfHtml(html), ...footers],
    ocr: pictures.hasRead(),
    warnings: pictures.warnings(),
    partial: pictures.isPartial(),
  };
}
