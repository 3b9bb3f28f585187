import { Parser } from "htmlparser2";
import mammoth from "mammoth";
import { fromBufferPromise } from "yauzl";
import type { ParseLimits } from "../parser-job.ts";
import { cleanText } from "./clean-text.ts";
import { MARGIN_PART, readMargins } from "./docx-margins.ts";
import { createPictureReader } from "./docx-pictures.ts";
import { PICTURE_TEXT, blocksOfHtml } from "./html-blocks.ts";
import type { ParsedDocument } from "./parsed-document.ts";

const STYLE_MAP = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];
const PROPERTIES = "docProps/core.xml";
const MAX_PART_BYTES = 256 * 1024;
const MAX_PARTS = 100;

/** The parts that mammoth omits, sorted by name. */
async function readParts(file: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const isWanted = entry.fileName === PROPERTIES || MARGIN_PART.test(entry.fileName);
    if (!isWanted || entry.uncompressedSize > MAX_PART_BYTES || parts.size >= MAX_PARTS) continue;
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    parts.set(entry.fileName, Buffer.concat(pieces).toString("utf8"));
  }
  return new Map([...parts].toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true })));
}

/** The title in the document's properties; null if there is none. */
function readTitle(properties: string): string | null {
  let title = "";
  let inside = false;
  const parser = new Parser(
    {
      onopentag: (name) => (inside = name === "dc:title"),
      ontext: (text) => (title += inside ? text : ""),
      onclosetag: () => (inside = false),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(properties);
  return cleanText(title) || null;
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
  const parts = await readParts(file);
  const { headers, footers } = readMargins(parts);
  return {
    pageCount: null,
    title: readTitle(parts.get(PROPERTIES) ?? ""),
    blocks: [...headers, ...blocksOfHtml(html), ...footers],
    ocr: pictures.hasRead(),
    warnings: pictures.warnings(),
    partial: pictures.isPartial(),
  };
}
