import mammoth from "mammoth";
import type { ParseLimits } from "../parser-job.ts";
import { COMMENTS_PART, readComments } from "./docx-comments.ts";
import { MARGIN_PART, readMargins } from "./docx-margins.ts";
import { STYLES_PART, headingMappings } from "./docx-heading-styles.ts";
import { createDocxNotices } from "./docx-notices.ts";
import { forMammoth, openDocxParts, type DocxParts } from "./docx-parts.ts";
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

/** What `find` finds in a part; nothing if the document lacks it. */
const findIn = async <T>(
  { entries, read }: DocxParts,
  name: string,
  find: (xml: string) => T[],
): Promise<T[]> => (entries.has(name) ? find((await read(name)).toString("utf8")) : []);

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
  const { value: html } = await mammoth.convertToHtml(forMammoth(parts, notices.see), {
    styleMap: [...STYLE_MAP, ...(await findIn(parts, STYLES_PART, headingMappings))],
    convertImage,
  });
  const { headers, footers } = readMargins(await readMarginParts(parts));
  const comments = await findIn(parts, COMMENTS_PART, readComments);
  return {
    pageCount: null,
    blocks: [...headers, ...blocksOfHtml(html), ...comments, ...footers],
    ocr: pictures.hasRead(),
    warnings: [...pictures.warnings(), ...notices.warnings()],
    partial: pictures.isPartial(),
  };
}
