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
/** Groups in groups; deeper ones are covers themselves. */
const MAX_DEPTH = 4;
const MATRIX_BYTES = 24;
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

/** What may be above texts. */
export interface Covered {
  /** By text object, the places of later objects that may cover it. */
  covers: ReadonlyMap<Pointer, readonly Rectangle[]>;
  /** The text objects below the picture of a scan, which shows the same text if it is recognized. */
  belowScan: ReadonlySet<Pointer>;
}

export const NOTHING_COVERED: Covered = { covers: new Map(), belowScan: new Set() };

type Place = (bounds: Rectangle) => Rectangle;

/** From the coordinates inside a group to those around it. */
function placeIn(pdfium: Pdfium, form: Pointer, around: Place): Place {
  const matrix = withBuffer(pdfium, MATRIX_BYTES, (at) => {
    if (pdfium._FPDFPageObj_GetMatrix(form, at) === 0) return null;
    const view = memoryOf(pdfium);
    return [0, 4, 8, 12, 16, 20].map((offset) => view.getFloat32(at + offset, true));
  });
  if (matrix === null) return around;
  const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number];
  return ({ left, right, bottom, top }) => {
    const [xs, ys] = [
      [a * left, a * right].flatMap((x) => [x + c * bottom + e, x + c * top + e]),
      [b * left, b * right].flatMap((y) => [y + d * bottom + f, y + d * top + f]),
    ];
    const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return around({ left: x1, right: x2, bottom: y1, top: y2 });
  };
}

/** Collects what covers the texts of a page, from its last object to the first. */
class Covers implements Covered {
  readonly covers = new Map<Pointer, Rectangle[]>();
  readonly belowScan = new Set<Pointer>();
  readonly #pdfium: Pdfium;
  readonly #pageArea: number;
  readonly #limit: number;
  readonly #above: Rectangle[] = [];
  readonly #scans: Rectangle[] = [];
  #objects = 0;

  constructor(pdfium: Pdfium, pageArea: number, limit: number) {
    [this.#pdfium, this.#pageArea, this.#limit] = [pdfium, pageArea, limit];
  }

  /** `objectAt` gives one of `count` objects; `place` brings their coordinates to the page. */
  add(count: number, objectAt: (index: number) => Pointer, place: Place, depth = 0): void {
    for (let index = count - 1; index >= 0 && this.#mayGoOn(); index -= 1) {
      const object = objectAt(index);
      const type = this.#pdfium._FPDFPageObj_GetType(object);
      if (type === OBJECT.text) this.#addText(object, place);
      else if (type === OBJECT.form && depth < MAX_DEPTH) this.#addForm(object, place, depth);
      else this.#addCover(object, place);
    }
  }

  #mayGoOn(): boolean {
    this.#objects += 1;
    return this.#objects <= MAX_OBJECTS && this.covers.size + this.belowScan.size < this.#limit;
  }

  #addText(object: Pointer, place: Place): void {
    if (this.#above.length + this.#scans.length === 0) return;
    const bounds = place(boundsOf(this.#pdfium, object));
    const over = this.#above.filter((cover) => overlap(cover, bounds));
    if (over.length > 0) this.covers.set(object, over);
    else if (this.#scans.some((scan) => isOn(scan, bounds))) this.belowScan.add(object);
  }

  /** Texts in a group may be below others in it; the group is above what is before it. */
  #addForm(form: Pointer, place: Place, depth: number): void {
    const pdfium = this.#pdfium;
    const objectAt = (index: number) => pdfium._FPDFFormObj_GetObject(form, index);
    this.add(pdfium._FPDFFormObj_CountObjects(form), objectAt, placeIn(pdfium, form, place), depth + 1);
  }

  #addCover(object: Pointer, place: Place): void {
    if (this.#above.length >= MAX_COVERS || !mayCover(this.#pdfium, object)) return;
    const bounds = place(boundsOf(this.#pdfium, object));
    if (bounds.right - bounds.left < MIN_SIDE || bounds.top - bounds.bottom < MIN_SIDE) return;
    if (isScan(this.#pdfium, object, bounds, this.#pageArea)) this.#scans.push(bounds);
    else this.#above.push(bounds);
  }
}

/** What may be above the texts of a page, of at most `limit` of them. */
export function coversOn(pdfium: Pdfium, page: Pointer, limit: number): Covered {
  const pageArea = pdfium._FPDF_GetPageWidth(page) * pdfium._FPDF_GetPageHeight(page);
  const count = pdfium._FPDFPage_CountObjects(page);
  if (count > MAX_OBJECTS) return NOTHING_COVERED;
  const found = new Covers(pdfium, pageArea, limit);
  found.add(
    count,
    (index) => pdfium._FPDFPage_GetObject(page, index),
    (bounds) => bounds,
  );
  return found;
}
