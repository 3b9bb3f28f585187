import { OBJECT, memoryOf, withBuffer, type Pdfium, type Pointer } from "./pdfium-functions.ts";
import type { Rectangle } from "./pdfium-annotations.ts";
import type { PdfLine } from "./pdf-line.ts";

/** Pages with more objects are drawings, or text that takes long enough. */
const MAX_OBJECTS = 200;
/** In points: smaller pictures are logos, icons and banners. */
const MIN_SIDE = 100;
/** The page in device coordinates, which are whole numbers. */
const DEVICE = 10_000;

export function boundsOf(pdfium: Pdfium, object: Pointer): Rectangle {
  return withBuffer(pdfium, 16, (at) => {
    pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
    const view = memoryOf(pdfium);
    const [left, bottom] = [view.getFloat32(at, true), view.getFloat32(at + 4, true)];
    return { left, bottom, right: view.getFloat32(at + 8, true), top: view.getFloat32(at + 12, true) };
  });
}

/** A rectangle as displayed: in shares of the page, from its upper left corner downwards. */
export function displayed(pdfium: Pdfium, page: Pointer, { left, top, right, bottom }: Rectangle): Rectangle {
  return withBuffer(pdfium, 8, (at) => {
    const place = (x: number, y: number): [number, number] => {
      pdfium._FPDF_PageToDevice(page, 0, 0, DEVICE, DEVICE, 0, x, y, at, at + 4);
      const view = memoryOf(pdfium);
      return [view.getInt32(at, true) / DEVICE, view.getInt32(at + 4, true) / DEVICE];
    };
    const [[x1, y1], [x2, y2]] = [place(left, top), place(right, bottom)];
    return {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
    };
  });
}

/** Whether a group of objects has a picture directly in it. */
export function hasImage(pdfium: Pdfium, form: Pointer): boolean {
  const count = Math.min(MAX_OBJECTS, pdfium._FPDFFormObj_CountObjects(form));
  for (let n = 0; n < count; n += 1)
    if (pdfium._FPDFPageObj_GetType(pdfium._FPDFFormObj_GetObject(form, n)) === OBJECT.image) return true;
  return false;
}

/** The places of pictures on a page, alone or in groups. */
export function imagesOn(pdfium: Pdfium, page: Pointer): Rectangle[] {
  const found: Rectangle[] = [];
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let n = 0; n < count && found.length < MAX_OBJECTS; n += 1) {
    const object = pdfium._FPDFPage_GetObject(page, n);
    const type = pdfium._FPDFPageObj_GetType(object);
    if (type === OBJECT.image || (type === OBJECT.form && hasImage(pdfium, object)))
      found.push(boundsOf(pdfium, object));
  }
  return found;
}

const isLarge = ({ left, top, right, bottom }: Rectangle): boolean =>
  right - left >= MIN_SIDE && top - bottom >= MIN_SIDE;

const isOver = ({ left, top, right, bottom }: Rectangle, { x, y }: PdfLine): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

/**
 * The pictures that may contain text of their own, as displayed: large ones without text of the page on them. That text
 * belongs to a background, or to a scan that was read before.
 */
export function picturesOn(pdfium: Pdfium, page: Pointer, lines: readonly PdfLine[]): Rectangle[] {
  const count = pdfium._FPDFPage_CountObjects(page);
  if (count > MAX_OBJECTS || lines.some(({ turns }) => turns !== 0)) return [];
  return Array.from({ length: count }, (_, n) => pdfium._FPDFPage_GetObject(page, n))
    .filter((object) => pdfium._FPDFPageObj_GetType(object) === OBJECT.image)
    .map((object) => boundsOf(pdfium, object))
    .filter((bounds) => isLarge(bounds) && !lines.some((line) => isOver(bounds, line)))
    .map((bounds) => displayed(pdfium, page, bounds));
}
