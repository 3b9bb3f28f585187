import type { Rectangle } from "./pdfium-annotations.ts";
import { OBJECT, type Pdfium, type Pointer } from "./pdfium-functions.ts";
import { boundsOf } from "./pdfium-pictures.ts";

/** Pages with more objects are drawings. */
const MAX_OBJECTS = 2_000;
/** In points. */
const [SMALLEST, LARGEST] = [1, 14];
/** The sides of a bullet are about as long. */
const MAX_STRETCH = 1.5;

function isSmallAndRound({ left, right, bottom, top }: Rectangle): boolean {
  const [width, height] = [right - left, top - bottom];
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= SMALLEST && long <= LARGEST && long <= short * MAX_STRETCH;
}

/** The places of shapes on a page that are small enough for the bullet of a list. */
export function marksOn(pdfium: Pdfium, page: Pointer): Rectangle[] {
  const count = pdfium._FPDFPage_CountObjects(page);
  if (count > MAX_OBJECTS) return [];
  return Array.from({ length: count }, (_, n) => pdfium._FPDFPage_GetObject(page, n))
    .filter((object) => pdfium._FPDFPageObj_GetType(object) === OBJECT.path)
    .map((object) => boundsOf(pdfium, object))
    .filter(isSmallAndRound);
}
