import sharp from "sharp";
import type { Block, EvidenceFormat, ExtractedDocument } from "./document.ts";
import { PREVIEW_SIDE as SIDE, type Preview } from "./preview.ts";

/*
 * Runs in the worker, outside the parser children, because it handles no bytes of the file: a preview
 * consists of raw pixels of a checked size, and a card is our own SVG, in which untrusted text appears only
 * as text (`safeText`): short, without control characters, and with XML's special characters escaped. It
 * therefore contains no foreign element, entity or link.
 */

const LINES = 11;
const LETTERS_A_LINE = 34;
const COLOURS: Record<EvidenceFormat, string> = {
  pdf: "#b3261e",
  doc: "#1f5fbf",
  docx: "#1f5fbf",
  xls: "#1d7044",
  xlsx: "#1d7044",
  png: "#6b4fa0",
  jpg: "#6b4fa0",
};

const safeText = (line: string) =>
  line
    .slice(0, LETTERS_A_LINE * 4)
    .replace(/\s+/g, " ")
    .slice(0, LETTERS_A_LINE)
    // Control, format, private and unassigned characters, and lone surrogates, which XML does not allow.
    .replace(/\p{C}/gu, "")
    .replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

const linesOf = (block: Block) =>
  block.kind === "table"
    ? [block.header, ...block.rows.slice(0, LINES)].map((row) => row.join("  "))
    : [block.text];

/** A sheet of paper with the format's name and the first lines of text, for office documents. */
function cardOf({ format, blocks }: ThumbnailSource): string {
  const lines = blocks
    .slice(0, LINES)
    .flatMap(linesOf)
    .filter((line) => line.trim() !== "");
  const texts = lines
    .slice(0, LINES)
    .map(
      (line, index) =>
        `<text x="36" y="${62 + index * 11}" font-size="7.5" fill="#333">${safeText(line)}</text>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" font-family="sans-serif">
    <rect width="${SIDE}" height="${SIDE}" fill="white"/>
    <rect x="25.5" y="8.5" width="149" height="183" rx="3" fill="white" stroke="#bbb"/>
    <rect x="26" y="9" width="148" height="34" fill="${COLOURS[format]}"/>
    <text x="36" y="32" font-size="17" font-weight="bold" fill="white">${format.toUpperCase()}</text>
    ${texts.join("\n")}
  </svg>`;
}

type ThumbnailSource = Pick<ExtractedDocument, "format" | "blocks">;

/**
 * A PNG of 200 x 200: a preview, letterboxed on white, or a card with the format and the first lines of a
 * document.
 */
export function drawThumbnail(source: Preview | ThumbnailSource): Promise<Buffer> {
  if (!("rgba" in source))
    return sharp(Buffer.from(cardOf(source)))
      .png()
      .toBuffer();
  const { width, height, rgba } = source;
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: "white" })
    .resize({ width: SIDE, height: SIDE, fit: "contain", background: "white" })
    .png()
    .toBuffer();
}
