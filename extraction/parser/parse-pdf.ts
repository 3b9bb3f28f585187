import { hash } from "node:crypto";
import type { Block } from "../document.ts";
import type { ParseLimits } from "../parser-job.ts";
import { PREVIEW_SIDE } from "../preview.ts";
import { cleanText } from "./clean-text.ts";
import { commentBlock } from "./comment-block.ts";
import { cropPicture } from "./crop-picture.ts";
import { openOcr, type OcrReader, type RecognizedText } from "./ocr.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { blocksOfPages, type PageLines } from "./pdf-blocks.ts";
import { withoutMargins } from "./pdf-margins.ts";
import { openPdf, type PdfFile, type PdfPage } from "./pdfium.ts";
import type { Picture } from "./picture.ts";

/** A page with fewer letters may be a scan with a stamp or a page number. */
const MIN_LETTERS = 30;
/** 216 dots per inch: 288 would take a tenth longer and find about the same. */
const OCR_SCALE = 3;
const POINTS_PER_INCH = 72;

interface Reading {
  pdf: PdfFile;
  limits: ParseLimits;
  warnings: string[];
  /** Pages were skipped or are damaged. */
  partial: boolean;
  started: number;
  ocrPages: number;
  /** Scans whose text may be wrong, and the number of such pictures beside text. */
  hardScans: number[];
  hardPictures: number;
  ocr: OcrReader | null;
}

const lettersOn = (page: PdfPage) =>
  page.lines.reduce((sum, line) => sum + line.text.replace(/\s/g, "").length, 0);

const pageList = (indexes: readonly number[]) => {
  const shown = indexes.slice(0, 20).map((index) => index + 1);
  const more = indexes.length > shown.length ? ` and ${indexes.length - shown.length} more` : "";
  return `${indexes.length === 1 ? "Page" : "Pages"} ${shown.join(", ")}${more}`;
};

async function recognise(reading: Reading, picture: Picture): Promise<RecognizedText> {
  reading.ocr ??= await openOcr();
  reading.ocrPages += 1;
  return reading.ocr.read(picture, OCR_SCALE * POINTS_PER_INCH);
}

async function readScan(reading: Reading, index: number): Promise<Block[]> {
  const picture = reading.pdf.renderPage(index, OCR_SCALE);
  if (picture === null) return [];
  const { paragraphs, isHardToRead } = await recognise(reading, picture);
  if (isHardToRead) reading.hardScans.push(index);
  return paragraphs.map((text) => ({ kind: "paragraph", text, page: index + 1 }));
}

const mayRead = ({ limits, started, ocrPages }: Reading) =>
  ocrPages < limits.ocrPages && performance.now() - started < limits.ocrMs;

/** OCR of the pictures beside the text of pages, each once, within the limits. */
async function readPictures(reading: Reading, pages: readonly ReadPage[]): Promise<Block[]> {
  const blocks: Block[] = [];
  const seen = new Set<string>();
  let skipped = 0;
  for (const { page, pictures } of pages) {
    if (pictures.length === 0) continue;
    const whole = mayRead(reading) ? reading.pdf.renderPage(page - 1, OCR_SCALE) : null;
    for (const place of pictures) {
      const picture = whole === null ? null : cropPicture(whole, place);
      const digest = picture === null ? "" : hash("sha256", picture.pixels);
      if (seen.has(digest)) continue;
      if (!mayRead(reading)) skipped += 1;
      else if (picture !== null) {
        seen.add(digest);
        const { paragraphs, isHardToRead } = await recognise(reading, picture);
        if (isHardToRead) reading.hardPictures += 1;
        for (const text of paragraphs) blocks.push({ kind: "paragraph", text, page });
      }
    }
  }
  if (skipped > 0) {
    reading.partial = true;
    reading.warnings.push(
      `${skipped} embedded ${skipped === 1 ? "picture" : "pictures"}: not read, because only ${reading.ocrPages} fit the limits.`,
    );
  }
  return blocks;
}

/** OCR of pages that look like scans, within the limits. Returns blocks by page index. */
async function readScans(reading: Reading, scans: readonly number[]): Promise<Map<number, Block[]>> {
  const found = new Map<number, Block[]>();
  const [skipped, silent]: [number[], number[]] = [[], []];
  for (const index of scans) {
    if (!mayRead(reading)) {
      skipped.push(index);
      continue;
    }
    const blocks = await readScan(reading, index);
    if (blocks.length > 0) found.set(index, blocks);
    else silent.push(index);
  }
  if (skipped.length > 0) {
    reading.partial = true;
    reading.warnings.push(
      `${pageList(skipped)}: scanned and not read, because only ${reading.ocrPages} scanned pages fit the limits.`,
    );
  }
  if (silent.length > 0) reading.warnings.push(`${pageList(silent)}: only pictures without readable text.`);
  return found;
}

function warnOfHard({ hardScans, hardPictures, warnings }: Reading): void {
  if (hardScans.length > 0) warnings.push(`${pageList(hardScans)}: hard to read, so the text may be wrong.`);
  if (hardPictures > 0)
    warnings.push(
      `${hardPictures} embedded ${hardPictures === 1 ? "picture" : "pictures"}: hard to read, so the text may be wrong.`,
    );
}

/** A page, and whether it looks like a scan. */
type ReadPage = PageLines & Pick<PdfPage, "pictures"> & { scan: boolean; notes: Block[] };

/** The notes beside the text, except those that the page shows as its text. */
function notesOf({ lines, notes }: PdfPage, page: number): Block[] {
  const shown = cleanText(lines.map(({ text }) => text).join(" "));
  const others = notes.filter(({ text }) => !shown.includes(cleanText(text)));
  return others.flatMap((note) => commentBlock(note, { page }));
}

/** The pages until the limit for characters is reached, without damaged ones. */
function readPages(reading: Reading): ReadPage[] {
  const { pdf, limits, warnings } = reading;
  const pages: ReadPage[] = [];
  const [broken, unseen]: [number[], number[]] = [[], []];
  let characters = 0;
  const count = Math.min(pdf.pageCount, limits.pages);
  for (let index = 0; index < count && characters <= limits.characters; index += 1) {
    const page = pdf.readPage(index);
    if (page === null) {
      broken.push(index);
      continue;
    }
    const own = lettersOn(page);
    const scan = page.hasPicture && own < MIN_LETTERS;
    const { lines, pictures } = page;
    if (page.hasUnseen) unseen.push(index);
    pages.push({ page: index + 1, lines, pictures, scan, notes: notesOf(page, index + 1) });
    characters += page.lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  }
  const last = pages.at(-1)?.page ?? 0;
  reading.partial = broken.length > 0 || last < pdf.pageCount;
  if (broken.length > 0) warnings.push(`${pageList(broken)}: damaged and not read.`);
  if (unseen.length > 0) warnings.push(`${pageList(unseen)}: hidden text, which was read.`);
  if (last < pdf.pageCount && !broken.includes(pdf.pageCount - 1))
    warnings.push(`Only the first ${last} of ${pdf.pageCount} pages were read.`);
  return pages;
}

/** Text by page from the PDF itself, or by OCR for pages that are pictures, within the limits. */
export async function parsePdf(file: Buffer, limits: ParseLimits): Promise<ParsedDocument> {
  const pdf = await openPdf(file);
  const reading: Reading = {
    pdf,
    limits,
    warnings: [],
    partial: false,
    started: performance.now(),
    ocrPages: 0,
    hardScans: [],
    hardPictures: 0,
    ocr: null,
  };
  const pages = readPages(reading);
  const scans = pages.filter((page) => page.scan).map((page) => page.page - 1);
  const found = await readScans(reading, scans);
  // OCR text replaces the few letters of the page; pages without OCR text keep theirs.
  const written = blocksOfPages(withoutMargins(pages.filter((page) => !found.has(page.page - 1))));
  const shown = await readPictures(
    reading,
    pages.filter((page) => !page.scan),
  );
  warnOfHard(reading);
  const recognised = [...[...found.values()].flat(), ...shown];
  const blocks = [...written, ...recognised, ...pages.flatMap(({ notes }) => notes)].toSorted(
    (a, b) => (a.page ?? 0) - (b.page ?? 0),
  );
  if (pdf.attachments > 0) reading.warnings.push(`Attached files were not read: ${pdf.attachments}.`);
  return {
    pageCount: pdf.pageCount,
    blocks,
    ocr: recognised.length > 0,
    hardToRead: reading.hardScans.length + reading.hardPictures > 0,
    warnings: reading.warnings,
    partial: reading.partial,
    drawPreview: () => pdf.previewPage(0, PREVIEW_SIDE),
  };
}
