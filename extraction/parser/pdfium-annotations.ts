import type { Comment } from "./comment-block.ts";
import { utf16Of, memoryOf, withBuffer, type Pdfium, type Pointer } from "./pdfium-functions.ts";

/** In points, upwards. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A field of a form. */
export interface Field extends Rectangle {
  /** Null unless it is a check box or radio button. */
  isChecked: boolean | null;
}

export interface Annotations {
  /** Whether the page shows any of them: links and the windows of notes are no part of it. */
  areShown: boolean;
  hasForm: boolean;
  /** Fields, and text that was put on the page. */
  fields: Field[];
  /** What reviewers wrote beside the text. */
  notes: Comment[];
}

const [LINK, FREE_TEXT, STAMP, POPUP, WIDGET] = [2, 3, 13, 16, 20];
const RECTANGLE_BYTES = 16;
/** A page may be crafted to have millions. */
const MAX_ANNOTATIONS = 2_000;
const OFF = "Off";

/** The text or name under a key of an annotation; empty without it. */
function valueOf(pdfium: Pdfium, annotation: Pointer, key: string): string {
  return withBuffer(pdfium, key.length + 1, (name) => {
    pdfium.HEAPU8.set(Buffer.from(`${key}\0`, "latin1"), name);
    const bytes = pdfium._FPDFAnnot_GetStringValue(annotation, name, 0, 0);
    if (bytes <= 2) return "";
    return withBuffer(pdfium, bytes, (buffer) => {
      pdfium._FPDFAnnot_GetStringValue(annotation, name, buffer, bytes);
      return utf16Of(pdfium, buffer, bytes - 2);
    });
  });
}

function rectangleOf(pdfium: Pdfium, annotation: Pointer): Rectangle {
  return withBuffer(pdfium, RECTANGLE_BYTES, (pointer) => {
    pdfium._FPDFAnnot_GetRect(annotation, pointer);
    const view = memoryOf(pdfium);
    const at = (index: number) => view.getFloat32(pointer + 4 * index, true);
    return { left: at(0), top: at(1), right: at(2), bottom: at(3) };
  });
}

/** In characters. Searching the page twice, for the length and for the text, would take twice as long. */
const MOST_VALUES = 2_048;

/** The text that is printed in a rectangle of a page. */
export function textIn(
  pdfium: Pdfium,
  text: Pointer,
  area: Rectangle,
  characters: number = MOST_VALUES,
): string {
  const { left, top, right, bottom } = area;
  const found = withBuffer(pdfium, 2 * characters, (buffer) => {
    const count = pdfium._FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, characters);
    return count <= 0 ? "" : utf16Of(pdfium, buffer, 2 * count);
  });
  // The text ends with NUL, unless it fills the buffer.
  if (found.length < characters) return found.replace(/\0$/, "");
  return textIn(pdfium, text, area, pdfium._FPDFText_CountChars(text) + 1);
}

/** Only what can be on or off has a state. */
function stateOf(pdfium: Pdfium, annotation: Pointer): boolean | null {
  const state = valueOf(pdfium, annotation, "AS");
  return state === "" ? null : state !== OFF;
}

const noteOf = (pdfium: Pdfium, annotation: Pointer): Comment => ({
  author: valueOf(pdfium, annotation, "T"),
  text: valueOf(pdfium, annotation, "Contents"),
});

/** The annotations of a page that is not yet flattened. */
export function readAnnotations(pdfium: Pdfium, page: Pointer): Annotations {
  const found: Annotations = { areShown: false, hasForm: false, fields: [], notes: [] };
  const count = Math.min(MAX_ANNOTATIONS, pdfium._FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const kind = pdfium._FPDFAnnot_GetSubtype(annotation);
    if (kind === WIDGET || kind === FREE_TEXT || kind === STAMP)
      found.fields.push({ ...rectangleOf(pdfium, annotation), isChecked: stateOf(pdfium, annotation) });
    if (kind !== WIDGET && kind !== LINK && kind !== POPUP) found.notes.push(noteOf(pdfium, annotation));
    found.hasForm ||= kind === WIDGET;
    found.areShown ||= kind !== LINK && kind !== POPUP;
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
  return found;
}
