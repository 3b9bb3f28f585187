import type { PDFiumModule } from "@hyzyla/pdfium";
import { ParseError } from "./parse-error.ts";

/*
 * PDFium through its C functions: the package's own classes provide no font sizes and positions.
 * Handles are numbers; nothing is freed, because the process ends with the document.
 */

export type Pointer = number;

interface OtherFunctions {
  _FPDFText_GetCharIndexFromTextIndex(text: Pointer, index: number): number;
  _FPDFText_GetFontSize(text: Pointer, char: number): number;
  _FPDFText_GetMatrix(text: Pointer, char: number, matrix: Pointer): number;
  _FPDFText_GetCharOrigin(text: Pointer, char: number, x: Pointer, y: Pointer): number;
  _FPDFText_GetFontInfo(text: Pointer, char: number, buffer: Pointer, size: number, flags: Pointer): number;
  _FPDFText_GetBoundedText(
    text: Pointer,
    left: number,
    top: number,
    right: number,
    bottom: number,
    buffer: Pointer,
    characters: number,
  ): number;
  _FPDFText_GetTextObject(text: Pointer, char: number): Pointer;
  _FPDFText_GetUnicode(text: Pointer, char: number): number;
  _FPDFText_GetCharBox(
    text: Pointer,
    char: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  _FPDFTextObj_GetTextRenderMode(object: Pointer): number;
  _FPDFPageObj_GetFillColor(
    object: Pointer,
    red: Pointer,
    green: Pointer,
    blue: Pointer,
    opacity: Pointer,
  ): number;
  _FPDFPath_GetDrawMode(path: Pointer, fillMode: Pointer, stroke: Pointer): number;
  _FPDFPageObj_SetIsActive(object: Pointer, isActive: number): number;
  _FPDFPageObj_CountMarks(object: Pointer): number;
  _FPDFPageObj_GetMark(object: Pointer, index: number): Pointer;
  _FPDFPageObjMark_GetName(mark: Pointer, buffer: Pointer, size: number, length: Pointer): number;
  _FPDF_GetPageBoundingBox(page: Pointer, rectangle: Pointer): number;
  _FPDFFormObj_CountObjects(form: Pointer): number;
  _FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  _FPDFPage_GetAnnotCount(page: Pointer): number;
  _FPDFPage_Flatten(page: Pointer, flag: number): number;
  _FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  _FPDFPage_CloseAnnot(annotation: Pointer): void;
  _FPDFAnnot_GetSubtype(annotation: Pointer): number;
  _FPDFAnnot_GetRect(annotation: Pointer, rectangle: Pointer): number;
  _FPDFAnnot_GetStringValue(annotation: Pointer, key: Pointer, buffer: Pointer, size: number): number;
  _FPDFPageObj_GetBounds(
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ): number;
  _FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  _FPDF_PageToDevice(
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    x: number,
    y: number,
    deviceX: Pointer,
    deviceY: Pointer,
  ): number;
  _FPDFDoc_GetAttachmentCount(document: Pointer): number;
}

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & OtherFunctions;

/** PDFium's types of page objects. */
export const OBJECT = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

export function withBuffer<T>(pdfium: Pdfium, size: number, use: (pointer: Pointer) => T): T {
  const pointer = pdfium.wasmExports.malloc(size);
  if (pointer === 0) throw new ParseError("memory", "Reading the file needs more memory than is allowed.");
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

let memory: DataView = new DataView(new ArrayBuffer(0));

/** All of PDFium's memory, which moves when it grows: get it after each call. */
export function memoryOf({ HEAPU8: { buffer } }: Pdfium): DataView {
  if (memory.buffer !== buffer) memory = new DataView(buffer);
  return memory;
}

export const utf16Of = (pdfium: Pdfium, pointer: Pointer, bytes: number) =>
  new TextDecoder("utf-16le").decode(pdfium.HEAPU8.slice(pointer, pointer + bytes));
