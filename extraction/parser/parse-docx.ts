import mammoth from "mammoth";
import type { ParseLimits } from "../parser-job.ts";
import { COMMENTS_PART, readComments } from "./docx-comments.ts";
import { MARGIN_PART, readMargins } from "./docx-margins.ts";
import { DocxCounter } from "./docx-counter.ts";
import { headingMappings } from "./docx-heading-styles.ts";
import { createDocxNotices } from "./docx-notices.ts";
import { NUMBERING_PART, readNumbering } from "./docx-numbering.ts";
import { withNumbers } from "./docx-numbers.ts";
import { forMammoth, openDocxParts, type DocxParts } from "./docx-parts.ts";
import { STYLES_PART, readStyles } from "./docx-styles.ts";
import { createPictureReader } from "./picture-reader.ts";
import { PICTURE_TEXT, blocksOfHtml } from "./html-blocks.ts";
import type { ParsedDocument } from "./parsed-document.ts";

const STYLE_MAP = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];
const MAX_PART_BYTES = 256 * 1024;
const MAX_PARTS = 100;

/** The headers and footers, sorted by name. */
async function readMarginParts({ entries, read }: DocxParts): Promise<Map<string, string>> {
  const names = [...entries.values()]
    .filter(
      ({ fileName, uncompressedSize }) => MARGIN_PART.test(fileName) && uncompressedSize <= MAX_PART_BYTES,
    )
    .slice(0, MAX_PARTS)
    .map(({ fileName }) => fileName)
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const parts = new Map<string, string>();
  for (const name of names) parts.set(name, (await read(name)).toString("utf8"));
  return parts;
}

/** The XML of a part; empty if the document lacks it. */
const xmlOf = async ({ entries, read }: DocxParts, name: string): Promise<string> =>
  entries.has(name) ? (await read(name)).toString("utf8") : "";

/**
 * Word 2007 and later: headers, headings, lists, tables, text boxes, text on pictures in place, footnotes and
 * endnotes, comments, footers.
 */
export async function parseDocx(file: Buffer, limits: ParseLimits): Promise<ParsedDocument> {
  const pictures = createPictureReader(limits);
  const convertImage = mammoth.images.imgElement(async (image) => {
    const lines = await pictures.read(image.contentType, await image.readAsBuffer());
    return { src: "", [PICTURE_TEXT]: lines.join("\n") };
  });
  const parts = await openDocxParts(file);
  const notices = createDocxNotices(parts);
  const styles = readStyles(await xmlOf(parts, STYLES_PART));
  const counter = new DocxCounter(readNumbering(await xmlOf(parts, NUMBERING_PART)), styles);
  const prepare = (xml: string) => {
    notices.see(xml);
    return xml.includes("<w:body") ? withNumbers(xml, counter) : xml;
  };
  const { value: html } = await mammoth.convertToHtml(forMammoth(parts, prepare), {
    styleMap: [...STYLE_MAP, ...headingMappings(styles)],
    convertImage,
  });
  const { headers, footers } = readMargins(await readMarginParts(parts));
  const comments = readComments(await xmlOf(parts, COMMENTS_PART));
  return {
    pageCount: null,
    blocks: [...headers, ...blocksOfHtml(html), ...comments, ...footers],
    ocr: pictures.hasRead(),
    hardToRead: pictures.isHardToRead(),
    warnings: [...pictures.warnings(), ...notices.warnings()],
    partial: pictures.isPartial(),
  };
}
