import { beginningOf } from "../../platform/beginning-of.ts";
import type { Block, EvidenceFormat, ExtractedDocument } from "../document.ts";
import { sourceOfBuffer } from "../inspection/byte-source.ts";
import { inspectContent } from "../inspection/inspect-content.ts";
import type { ParseLimits } from "../parser-job.ts";
import { cleanText } from "./clean-text.ts";
import type { ParsedDocument } from "./parsed-document.ts";

const MAX_WARNINGS = 50;
const MAX_WARNING_LENGTH = 500;

type Parse = (file: Buffer, limits: ParseLimits) => Promise<ParsedDocument>;

/** Loaded on demand: a child reads one document, so it should load one parser. */
const PARSERS: Record<EvidenceFormat, () => Promise<Parse>> = {
  pdf: async () => (await import("./parse-pdf.ts")).parsePdf,
  docx: async () => (await import("./parse-docx.ts")).parseDocx,
  doc: async () => (await import("./parse-doc.ts")).parseDoc,
  xlsx: async () => (await import("./parse-workbook.ts")).parseWorkbook,
  xls: async () => (await import("./parse-workbook.ts")).parseWorkbook,
  png: async () => (await import("./parse-image.ts")).parseImage,
  jpg: async () => (await import("./parse-image.ts")).parseImage,
};

function lengthOf(block: Block): number {
  if (block.kind !== "table") return block.text.length;
  const cells = [block.header, ...block.rows].flat();
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** The first characters: whole blocks, then the beginning of the one that does not fit, in whole table rows. */
function cutBlocks(blocks: readonly Block[], maxCharacters: number): Block[] {
  let left = maxCharacters;
  const end = blocks.findIndex((block) => {
    const fits = lengthOf(block) <= left;
    if (fits) left -= lengthOf(block);
    return !fits;
  });
  const last = blocks[end];
  return last === undefined ? [...blocks] : [...blocks.slice(0, end), ...cutBlock(last, left)];
}

function cutBlock(block: Block, maxCharacters: number): Block[] {
  if (block.kind === "table") return [{ ...block, rows: cutRows(block.rows, maxCharacters) }];
  const text = beginningOf(block.text, maxCharacters);
  return text === "" ? [] : [{ ...block, text }];
}

function cutRows(rows: string[][], maxCharacters: number): string[][] {
  let left = maxCharacters;
  const end = rows.findIndex((row) => (left -= row.join("").length) < 0);
  return end < 0 ? rows : rows.slice(0, end);
}

/** Warnings contain names of sheets and the like, and there may be thousands of sheets. */
function warningsToReport(warnings: readonly string[]): string[] {
  const reported = warnings.slice(0, MAX_WARNINGS).map((one) => cleanText(one.slice(0, MAX_WARNING_LENGTH)));
  const more = warnings.length - reported.length;
  return more > 0 ? [...reported, `There are ${more} more warnings.`] : reported;
}

/** Repeats the check of the upload: a file may have reached the store in another way. */
function check(file: Buffer, format: EvidenceFormat): Promise<void> {
  const openZip = async () => {
    const { openZipOfBuffer } = await import("../inspection/open-zip-of-buffer.ts");
    return openZipOfBuffer(file);
  };
  return inspectContent({ source: sourceOfBuffer(file), openZip }, format);
}

export interface DocumentReading {
  document: ExtractedDocument;
  drawPreview: NonNullable<ParsedDocument["drawPreview"]>;
}

/**
 * Reads one document. Throws RejectedFileError, ParseError, or whatever the parser throws for a damaged file.
 */
export async function parseDocument(
  file: Buffer,
  format: EvidenceFormat,
  limits: ParseLimits,
): Promise<DocumentReading> {
  await check(file, format);
  const parse = await PARSERS[format]();
  const { blocks, warnings, partial = false, drawPreview = () => null, ...rest } = await parse(file, limits);
  const total = blocks.reduce((sum, block) => sum + lengthOf(block), 0);
  const isCut = total > limits.characters;
  const kept = isCut ? cutBlocks(blocks, limits.characters) : blocks;
  const reported = warningsToReport([
    ...(isCut
      ? [`The text was cut: it has ${total} characters, and the first ${limits.characters} are searchable.`]
      : []),
    ...(blocks.length === 0 ? ["No text was found in the file."] : []),
    ...warnings,
  ]);
  return {
    document: { format, ...rest, blocks: kept, warnings: reported, partial: partial || isCut },
    drawPreview,
  };
}
