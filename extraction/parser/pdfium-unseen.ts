import { CHAR_BOX_BYTES, charBox } from "./char-box.ts";
import { isOn } from "./is-on.ts";
import { isEmpty, looksSame } from "./looks-same.ts";
import type { PdfLine } from "./pdf-line.ts";
import type { Rectangle } from "./pdfium-annotations.ts";
import { OBJECT, memoryOf, utf16Of, type Pdfium, type Pointer } from "./pdfium-functions.ts";
import { NOTHING_COVERED, coversOn, partBelow, type Covered } from "./pdfium-covers.ts";
import { displayed, imagesOn } from "./pdfium-pictures.ts";
import type { Picture } from "./picture.ts";

/*
 * Text in a PDF may be invisible: without ink, in the colour of the paper, on a hidden layer, tiny, beside the page or
 * below a box or picture. What only may be, such as white letters, counts if the page as displayed shows nothing at
 * their place; covered letters count if it looks the same without them.
 */

/** Some letters whose ink may be missing: of one object, so that they have one colour. */
interface Suspects extends Rectangle {
  object: Pointer;
  letters: number;
  /** Without ink; recognized text lies like this on the picture of a scan. */
  isInvisible: boolean;
  /** The places of what may cover them; null if they are suspect for another reason. */
  covers: readonly Rectangle[] | null;
}

const NOWHERE: Rectangle = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };

/** Fewer letters are the work of programs. */
const MIN_LETTERS = 10;
const MAX_SUSPECTS = 500;
/** In points. */
const MIN_SIZE = 1;
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
  const view = memoryOf(pdfium);
  const isLight = [0, 4, 8].every((at) => view.getUint32(room + at, true) > PALE);
  return isLight || view.getUint32(room + 12, true) < TRANSPARENT;
}

/** Whether a layer, which readers can hide, contains the object. */
function isOnLayer(pdfium: Pdfium, object: Pointer, room: Room): boolean {
  const count = Math.min(MAX_MARKS, pdfium._FPDFPageObj_CountMarks(object));
  for (let n = 0; n < count; n += 1) {
    const mark = pdfium._FPDFPageObj_GetMark(object, n);
    // Of longer names, only the length is written.
    pdfium._FPDFPageObjMark_GetName(mark, room, LAYER_BYTES, room + 8);
    const bytes = memoryOf(pdfium).getUint32(room + 8, true);
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

/** Null if the letters of an object are seen. */
function suspectsOf(pdfium: Pdfium, object: Pointer, covered: Covered, room: Room): Suspects | null {
  if (object === 0) return null;
  const isInvisible = INVISIBLE.has(pdfium._FPDFTextObj_GetTextRenderMode(object));
  const isSuspect =
    isInvisible ||
    covered.belowScan.has(object) ||
    isPale(pdfium, object, room) ||
    isOnLayer(pdfium, object, room);
  const covers = isSuspect ? null : (covered.covers.get(object) ?? null);
  return isSuspect || covers !== null ? { object, letters: 0, isInvisible, covers, ...NOWHERE } : null;
}

/** Whether a page may have some. Most have none, and looking at each of their letters takes long. */
function mayHaveSuspects(pdfium: Pdfium, page: Pointer, covered: Covered, room: Room): boolean {
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    const type = pdfium._FPDFPageObj_GetType(object);
    // A group has objects of its own.
    if (type === OBJECT.form) return true;
    if (type === OBJECT.text && suspectsOf(pdfium, object, covered, room) !== null) return true;
  }
  return false;
}

function suspectsIn(pdfium: Pdfium, text: Pointer, covered: Covered, room: Room): Suspects[] {
  const found: Suspects[] = [];
  const count = pdfium._FPDFText_CountChars(text);
  let [last, current]: [Pointer, Suspects | null] = [0, null];
  for (let char = 0; char < count && found.length < 2 * MAX_SUSPECTS; char += 1) {
    const object = pdfium._FPDFText_GetTextObject(text, char);
    if (object !== last) {
      [last, current] = [object, suspectsOf(pdfium, object, covered, room)];
      if (current !== null) found.push(current);
    }
    if (current === null || BLANK.has(pdfium._FPDFText_GetUnicode(text, char))) continue;
    const box = charBox(pdfium, text, char, room);
    const part = current.covers === null ? box : partBelow(current.covers, box);
    if (part !== null) addLetter(current, part);
  }
  return found.filter(({ letters }) => letters > 0);
}

/** The letters of lines that are tiny or beside the page. */
function lettersBeside(pdfium: Pdfium, page: Pointer, lines: readonly PdfLine[], room: Room): number {
  pdfium._FPDF_GetPageBoundingBox(page, room);
  const view = memoryOf(pdfium);
  const [top, right, bottom] = [4, 8, 12].map((at) => view.getFloat32(room + at, true)) as [
    number,
    number,
    number,
  ];
  const isBeside = ({ turns, x, y, size }: PdfLine) =>
    size < MIN_SIZE || (turns === 0 && (y > top || y < bottom || x > right));
  return lines.filter(isBeside).reduce((sum, { text }) => sum + text.replace(/\s/g, "").length, 0);
}

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
    const covered = this.#spent > MAX_MS ? NOTHING_COVERED : coversOn(this.#pdfium, page, MAX_SUSPECTS);
    const suspects = mayHaveSuspects(this.#pdfium, page, covered, this.#room)
      ? suspectsIn(this.#pdfium, text, covered, this.#room)
      : [];
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
    const [covered, others] = [suspects.filter(isCovered), suspects.filter((one) => !isCovered(one))];
    const bare = covered.length === 0 ? whole : this.#without(covered, draw);
    const placeOf = (one: Suspects) => displayed(this.#pdfium, page, one);
    const unseen = [
      ...others.filter((one) => isEmpty(whole, placeOf(one))),
      ...covered.filter((one) => looksSame(whole, bare, placeOf(one))),
    ];
    this.#spent += performance.now() - started;
    return unseen;
  }

  /** The page as displayed without some of its text. */
  #without(suspects: readonly Suspects[], draw: () => Picture): Picture {
    const show = (isActive: 0 | 1) => {
      for (const { object } of suspects) this.#pdfium._FPDFPageObj_SetIsActive(object, isActive);
    };
    show(0);
    const picture = draw();
    show(1);
    return picture;
  }
}

const isCovered = ({ covers }: Suspects): boolean => covers !== null;

const lettersOf = (suspects: readonly Suspects[]): number =>
  suspects.reduce((sum, { letters }) => sum + letters, 0);
