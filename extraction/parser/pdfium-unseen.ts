import { CHAR_BOX_BYTES, charBox } from "./char-box.ts";
import { cropPicture } from "./crop-picture.ts";
import type { PdfLine } from "./pdf-line.ts";
import type { Rectangle } from "./pdfium-annotations.ts";
import { utf16Of, viewOf, type Pdfium, type Pointer } from "./pdfium-functions.ts";
import { displayed, imagesOn } from "./pdfium-pictures.ts";
import type { Picture } from "./picture.ts";

/*
 * Text in a PDF may be invisible: without ink, in the colour of the paper, on a hidden layer, tiny or beside the page.
 * What only may be, such as white letters, counts if the page as displayed shows nothing at their place.
 */

/** Some letters whose ink may be missing: of one object, so that they have one colour. */
interface Suspects extends Rectangle {
  letters: number;
  /** Without ink; recognized text lies like this on the picture of a scan. */
  isInvisible: boolean;
}

const NOWHERE: Rectangle = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };

/** Fewer letters are the work of programs. */
const MIN_LETTERS = 10;
const MAX_SUSPECTS = 500;
/** In points. */
const MIN_SIZE = 1;
/** Between the darkest and the brightest point of a place without letters; from 0 to 255. */
const MOST_CONTRAST = 12;
const PALE = 200;
const TRANSPARENT = 40;
const INVISIBLE = new Set([3, 7]);
const MAX_MARKS = 10;
const LAYER = "OC\0";
const LAYER_BYTES = 2 * LAYER.length;
const BLANK = new Set([0, 9, 10, 13, 32, 160]);
/** For the pages that must be displayed. */
const MAX_MS = 10_000;

/** Room for the results of a function, for all calls: each letter may need one. */
type Room = Pointer;

function isPale(pdfium: Pdfium, object: Pointer, room: Room): boolean {
  if (pdfium._FPDFPageObj_GetFillColor(object, room, room + 4, room + 8, room + 12) === 0) return false;
  const view = viewOf(pdfium, room, 16);
  const isLight = [0, 4, 8].every((at) => view.getUint32(at, true) > PALE);
  return isLight || view.getUint32(12, true) < TRANSPARENT;
}

/** Whether a layer, which readers can hide, contains the object. */
function isOnLayer(pdfium: Pdfium, object: Pointer, room: Room): boolean {
  const count = Math.min(MAX_MARKS, pdfium._FPDFPageObj_CountMarks(object));
  for (let n = 0; n < count; n += 1) {
    const mark = pdfium._FPDFPageObj_GetMark(object, n);
    // Of longer names, only the length is written.
    pdfium._FPDFPageObjMark_GetName(mark, room, LAYER_BYTES, room + 8);
    const bytes = viewOf(pdfium, room, 12).getUint32(8, true);
    if (bytes === LAYER_BYTES && utf16Of(pdfium, room, bytes) === LAYER) return true;
  }
  return false;
}

function addLetter(to: Suspects, { left, top, right, bottom }: Rectangle): void {
  to.letters += 1;
  to.left = Math.min(to.left, left);
  to.right = Math.max(to.right, right);
  to.bottom = Math.min(to.bottom, bottom);
  to.top = Math.max(to.top, top);
}

function suspectsIn(pdfium: Pdfium, text: Pointer, room: Room): Suspects[] {
  const found: Suspects[] = [];
  const begin = (object: Pointer): Suspects | null => {
    if (object === 0) return null;
    const isInvisible = INVISIBLE.has(pdfium._FPDFTextObj_GetTextRenderMode(object));
    if (!isInvisible && !isPale(pdfium, object, room) && !isOnLayer(pdfium, object, room)) return null;
    const suspects = { letters: 0, isInvisible, ...NOWHERE };
    found.push(suspects);
    return suspects;
  };
  const count = pdfium._FPDFText_CountChars(text);
  let [last, current]: [Pointer, Suspects | null] = [0, null];
  for (let char = 0; char < count && found.length < MAX_SUSPECTS; char += 1) {
    const object = pdfium._FPDFText_GetTextObject(text, char);
    if (object !== last) [last, current] = [object, begin(object)];
    if (current !== null && !BLANK.has(pdfium._FPDFText_GetUnicode(text, char)))
      addLetter(current, charBox(pdfium, text, char, room));
  }
  return found.filter(({ letters }) => letters > 0);
}

/** Whether the page shows the same colour everywhere at a place. */
function isEmpty(whole: Picture, place: Rectangle): boolean {
  const part = cropPicture(whole, place);
  if (part === null) return true;
  let [darkest, brightest] = [255, 0];
  for (const point of part.pixels) {
    if (point < darkest) darkest = point;
    if (point > brightest) brightest = point;
  }
  return brightest - darkest < MOST_CONTRAST;
}

/** The letters of lines that are tiny or beside the page. */
function lettersBeside(pdfium: Pdfium, page: Pointer, lines: readonly PdfLine[], room: Room): number {
  pdfium._FPDF_GetPageBoundingBox(page, room);
  const view = viewOf(pdfium, room, 16);
  const [top, right, bottom] = [4, 8, 12].map((at) => view.getFloat32(at, true)) as [number, number, number];
  const isBeside = ({ turns, x, y, size }: PdfLine) =>
    size < MIN_SIZE || (turns === 0 && (y > top || y < bottom || x > right));
  return lines.filter(isBeside).reduce((sum, { text }) => sum + text.replace(/\s/g, "").length, 0);
}

const isOn = (picture: Rectangle, { left, top, right, bottom }: Rectangle): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= picture.left && x <= picture.right && y >= picture.bottom && y <= picture.top;
};

/** Finds text that readers of a document do not see. */
export class UnseenText {
  readonly #pdfium: Pdfium;
  readonly #room: Room;
  #spent = 0;

  constructor(pdfium: Pdfium) {
    [this.#pdfium, this.#room] = [pdfium, pdfium.wasmExports.malloc(CHAR_BOX_BYTES)];
  }

  /** Whether a page has some. `draw` gives the page as displayed. */
  isOn(page: Pointer, text: Pointer, lines: readonly PdfLine[], draw: () => Picture): boolean {
    const beside = lettersBeside(this.#pdfium, page, lines, this.#room);
    const suspects = suspectsIn(this.#pdfium, text, this.#room);
    if (beside + lettersOf(suspects) < MIN_LETTERS) return false;
    const images = suspects.some(({ isInvisible }) => isInvisible) ? imagesOn(this.#pdfium, page) : [];
    const without = suspects.filter((one) => !one.isInvisible || !images.some((image) => isOn(image, one)));
    if (beside + lettersOf(without) < MIN_LETTERS) return false;
    return beside + lettersOf(this.#unseen(page, without, draw)) >= MIN_LETTERS;
  }

  /** Those at whose place the page shows nothing; all of them once that has taken too long. */
  #unseen(page: Pointer, suspects: readonly Suspects[], draw: () => Picture): readonly Suspects[] {
    if (suspects.length === 0 || this.#spent > MAX_MS) return suspects;
    const started = performance.now();
    const whole = draw();
    const unseen = suspects.filter((one) => isEmpty(whole, displayed(this.#pdfium, page, one)));
    this.#spent += performance.now() - started;
    return unseen;
  }
}

const lettersOf = (suspects: readonly Suspects[]): number =>
  suspects.reduce((sum, { letters }) => sum + letters, 0);
