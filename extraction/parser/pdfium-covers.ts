import type { Rectangle } from "./pdfium-annotations.ts";
import { isOn } from "./is-on.ts";
import { OBJECT, memoryOf, withBuffer, type Pdfium, type Pointer } from "./pdfium-functions.ts";
import { boundsOf, hasImage } from "./pdfium-pictures.ts";

/*
 * Objects of a page are painted in their order: a box or picture may cover the text before it. Whether it does is seen
 * only on the page as displayed, because covers may be transparent.
 */

/** Besides filled paths. */
const COVERS = new Set<number>([OBJECT.image, OBJECT.shading, OBJECT.form]);
/** Pages with more objects are drawings. */
const MAX_OBJECTS = 5_000;
const MAX_COVERS = 50;
/** In points: smaller ones are rules, bullets and the like. */
const MIN_SIDE = 4;
/** In points: at its edges, a cover shows what is beside it. */
const EDGE = 1;
/** Of the page, the part that the picture of a scan has; below it lies its own recognized text. */
const SCAN_SHARE = 0.5;

const areaOf = ({ left, top, right, bottom }: Rectangle): number => (right - left) * (top - bottom);

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

const isFilled = (pdfium: Pdfium, path: Pointer): boolean =>
  withBuffer(pdfium, 8, (room) => {
    pdfium._FPDFPath_GetDrawMode(path, room, room + 4);
    return memoryOf(pdfium).getInt32(room, true) !== 0;
  });

function mayCover(pdfium: Pdfium, object: Pointer): boolean {
  const type = pdfium._FPDFPageObj_GetType(object);
  return type === OBJECT.path ? isFilled(pdfium, object) : COVERS.has(type);
}

/** The part of a rectangle below one of the covers that its middle is under; null if there is none. */
export function partBelow(covers: readonly Rectangle[], one: Rectangle): Rectangle | null {
  const cover = covers.find((place) => isOn(place, one));
  if (cover === undefined) return null;
  return {
    left: Math.max(one.left, cover.left + EDGE),
    right: Math.min(one.right, cover.right - EDGE),
    bottom: Math.max(one.bottom, cover.bottom + EDGE),
    top: Math.min(one.top, cover.top - EDGE),
  };
}

/** The picture of a scan. */
function isScan(pdfium: Pdfium, object: Pointer, bounds: Rectangle, pageArea: number): boolean {
  const type = pdfium._FPDFPageObj_GetType(object);
  const isPicture = type === OBJECT.image || (type === OBJECT.form && hasImage(pdfium, object));
  return isPicture && areaOf(bounds) >= SCAN_SHARE * pageArea;
}

/** By text object, at most `limit`, the places of later objects that may cover it. */
export function coversOn(pdfium: Pdfium, page: Pointer, limit: number): Map<Pointer, Rectangle[]> {
  const found = new Map<Pointer, Rectangle[]>();
  const pageArea = pdfium._FPDF_GetPageWidth(page) * pdfium._FPDF_GetPageHeight(page);
  const count = pdfium._FPDFPage_CountObjects(page);
  if (count > MAX_OBJECTS) return found;
  const covers: Rectangle[] = [];
  // From the last object on, each text has the later ones before it.
  for (let index = count - 1; index >= 0 && found.size < limit; index -= 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (pdfium._FPDFPageObj_GetType(object) === OBJECT.text) {
      if (covers.length === 0) continue;
      const bounds = boundsOf(pdfium, object);
      const over = covers.filter((cover) => overlap(cover, bounds));
      if (over.length > 0) found.set(object, over);
    } else if (covers.length < MAX_COVERS && mayCover(pdfium, object)) {
      const bounds = boundsOf(pdfium, object);
      const isSmall = bounds.right - bounds.left < MIN_SIDE || bounds.top - bounds.bottom < MIN_SIDE;
      if (!isSmall && !isScan(pdfium, object, bounds, pageArea)) covers.push(bounds);
    }
  }
  return found;
}
