import { PDFiumModule } from "@hyzyla/pdfium";
import type { Preview } from "../preview.ts";
import { cleanText } from "./clean-text.ts";
import { ParseError, passwordNeeded } from "./parse-error.ts";
import {
  readAnnotations,
  textIn,
  type Annotations,
  type Field,
  type Rectangle,
} from "./pdfium-annotations.ts";
import { withBullets } from "./pdf-bullets.ts";
import type { PdfLine } from "./pdf-line.ts";
import { marksOn } from "./pdfium-marks.ts";
import { picturesOn } from "./pdfium-pictures.ts";
import { readLines } from "./pdfium-lines.ts";
import { UnseenText } from "./pdfium-unseen.ts";
import { OBJECT, withBuffer, type Pdfium, type Pointer } from "./pdfium-functions.ts";
import type { Picture } from "./picture.ts";
import { placeAnswers, type Answer } from "./pdf-answers.ts";
import { tuneWebAssembly } from "./tune-webassembly.ts";

export interface PdfPage {
  lines: PdfLine[];
  /** True if the page has pictures, or enough shapes to draw its text. */
  hasPicture: boolean;
  /** Those that may contain text of their own, in shares of the page from its upper left corner downwards. */
  pictures: Rectangle[];
  notes: Annotations["notes"];
  /** Whether some of the text is not visible. */
  hasUnseen: boolean;
}

export interface PdfFile {
  pageCount: number;
  /** The number of attached files. */
  attachments: number;
  /** Null if the page is broken. Pages count from 0. */
  readPage(index: number): PdfPage | null;
  /** The page as a grey picture with at most `scale` pixels per point. Null if the page is broken. */
  renderPage(index: number, scale: number): Picture | null;
  /** The page in colour, at most `side` pixels wide and high. Null if the page is broken. */
  previewPage(index: number, side: number): Preview | null;
}

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const MANY_SHAPES = 200;
/** Fields of a page whose values are placed: each is searched in the whole page. */
const MAX_PLACED = 500;
const FLATTEN_FOR_DISPLAY = 0;
const FLATTEN_FAILED = 0;
const WITH_ANNOTATIONS = 0x01;
/** PDFium's bitmap format (grey, or BGRA) and the flags that produce a `Picture`. */
const RENDERING = {
  1: { format: 1, flags: WITH_ANNOTATIONS | 0x08 },
  4: { format: 4, flags: WITH_ANNOTATIONS | 0x10 },
};
const WHITE = 0xffff_ffff;
/** Enough to see whether there are letters. */
const GLANCE_SCALE = 1;
const MAX_RENDER_PIXELS = 12_000_000;

/** Null if the page has no text. */
function withText<T>(pdfium: Pdfium, page: Pointer, use: (text: Pointer) => T): T | null {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return null;
  const result = use(text);
  pdfium._FPDFText_ClosePage(text);
  return result;
}

function hasPicture(pdfium: Pdfium, page: Pointer): boolean {
  const count = pdfium._FPDFPage_CountObjects(page);
  if (count > MANY_SHAPES) return true;
  for (let i = 0; i < count; i += 1) {
    const type = pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, i));
    if (type === OBJECT.image || type === OBJECT.form) return true;
  }
  return false;
}

/** Form fields and notes are annotations; flattening makes them text of the page. */
function flatten(pdfium: Pdfium, document: Pointer, page: Pointer, index: number): Pointer {
  if (pdfium._FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY) === FLATTEN_FAILED) return page;
  pdfium._FPDF_ClosePage(page);
  return pdfium._FPDF_LoadPage(document, index);
}

function loadFlatPage(pdfium: Pdfium, document: Pointer, index: number): Pointer {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0 || pdfium._FPDFPage_GetAnnotCount(page) <= 0) return page;
  return flatten(pdfium, document, page, index);
}

interface PageForm {
  lines: PdfLine[];
  /** What is printed in each field. */
  texts: string[];
}

const NO_TEXT = { lines: [], texts: [], hasUnseen: false };

const readForm = (pdfium: Pdfium, text: Pointer, fields: readonly Field[]): PageForm => ({
  lines: readLines(pdfium, text),
  texts: fields.map((field) => textIn(pdfium, text, field)),
});

/** The answers of a form: what its fields added to the text of the page. */
function answersOf(fields: readonly Field[], before: PageForm, after: PageForm): Answer[] {
  return fields.flatMap((field, n) => {
    const [empty = "", filled = ""] = [before.texts[n], after.texts[n]];
    const value = filled.startsWith(empty) ? filled.slice(empty.length) : filled;
    const text = field.isChecked === null ? cleanText(value) : field.isChecked ? "☒" : "☐";
    return text === "" ? [] : [{ ...field, text, isBox: field.isChecked !== null }];
  });
}

function readPage(pdfium: Pdfium, document: Pointer, index: number, unseen: UnseenText): PdfPage | null {
  let page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0) return null;
  const { areShown, hasForm, fields, notes } = readAnnotations(pdfium, page);
  const placed = hasForm && fields.length <= MAX_PLACED ? fields : [];
  const before =
    placed.length > 0 ? (withText(pdfium, page, (text) => readForm(pdfium, text, placed)) ?? NO_TEXT) : null;
  if (areShown) page = flatten(pdfium, document, page, index);
  if (page === 0) return null;
  const glance = () => render(pdfium, page, atMost(GLANCE_SCALE), 1);
  const after =
    withText(pdfium, page, (text) => {
      const form = readForm(pdfium, text, placed);
      return { ...form, hasUnseen: unseen.isOn(page, text, form.lines, glance) };
    }) ?? NO_TEXT;
  const texts = before === null ? after.lines : placeAnswers(before.lines, answersOf(placed, before, after));
  const lines = withBullets(texts, texts.length === 0 ? [] : marksOn(pdfium, page));
  const pictures = picturesOn(pdfium, page, lines);
  const { hasUnseen } = after;
  const found = { lines, hasPicture: hasPicture(pdfium, page), pictures, notes, hasUnseen };
  pdfium._FPDF_ClosePage(page);
  return found;
}

/** Pixels per point for a page of this size in points. */
type ScaleOf = (width: number, height: number) => number;

const atMost =
  (scale: number): ScaleOf =>
  (width, height) =>
    Math.min(scale, Math.sqrt(MAX_RENDER_PIXELS / Math.max(1, width * height)));

const within =
  (side: number): ScaleOf =>
  (width, height) =>
    side / Math.max(1, width, height);

function preview(pdfium: Pdfium, page: Pointer, side: number): Preview {
  const { width, height, pixels } = render(pdfium, page, within(side), 4);
  return { width, height, rgba: pixels };
}

function render(pdfium: Pdfium, page: Pointer, scaleOf: ScaleOf, channels: keyof typeof RENDERING): Picture {
  const [pageWidth, pageHeight] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const scale = scaleOf(pageWidth, pageHeight);
  const width = Math.max(1, Math.floor(pageWidth * scale));
  const height = Math.max(1, Math.floor(pageHeight * scale));
  const { format, flags } = RENDERING[channels];
  const bytes = width * height * channels;
  return withBuffer(pdfium, bytes, (pointer) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, format, pointer, width * channels);
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    pdfium._FPDFBitmap_Destroy(bitmap);
    return { width, height, pixels: pdfium.HEAPU8.slice(pointer, pointer + bytes) };
  });
}

function loadDocument(pdfium: Pdfium, file: Buffer): Pointer {
  const pointer = pdfium.wasmExports.malloc(file.length);
  if (pointer === 0) throw new ParseError("memory", "Reading the file needs more memory than is allowed.");
  pdfium.HEAPU8.set(file, pointer);
  const document = pdfium._FPDF_LoadMemDocument(pointer, file.length, 0);
  if (document !== 0) return document;
  const error = pdfium._FPDF_GetLastError();
  if (error === ERROR_PASSWORD || error === ERROR_SECURITY) throw passwordNeeded();
  throw new ParseError("corrupt", "The file is damaged: it cannot be opened as a PDF.");
}

/** Opens a PDF. Throws ParseError `encrypted` (needs a password), `corrupt` or `memory`. */
export async function openPdf(file: Buffer): Promise<PdfFile> {
  tuneWebAssembly();
  const pdfium = (await PDFiumModule({})) as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  const document = loadDocument(pdfium, file);
  const withPage = <T>(index: number, use: (page: Pointer) => T): T | null => {
    const page = loadFlatPage(pdfium, document, index);
    if (page === 0) return null;
    const result = use(page);
    pdfium._FPDF_ClosePage(page);
    return result;
  };
  const unseen = new UnseenText(pdfium);
  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    attachments: pdfium._FPDFDoc_GetAttachmentCount(document),
    readPage: (index) => readPage(pdfium, document, index, unseen),
    renderPage: (index, scale) => withPage(index, (page) => render(pdfium, page, atMost(scale), 1)),
    previewPage: (index, side) => withPage(index, (page) => preview(pdfium, page, side)),
  };
}
