import type { Rectangle } from "./pdfium-annotations.ts";
import { memoryOf, type Pdfium, type Pointer } from "./pdfium-functions.ts";

/** The room that `charBox` needs for its result. */
export const CHAR_BOX_BYTES = 32;

/** The place of a letter on its page, in points. `room` serves many calls: each letter needs one. */
export function charBox(pdfium: Pdfium, text: Pointer, char: number, room: Pointer): Rectangle {
  pdfium._FPDFText_GetCharBox(text, char, room, room + 8, room + 16, room + 24);
  const view = memoryOf(pdfium);
  return {
    left: view.getFloat64(room, true),
    right: view.getFloat64(room + 8, true),
    bottom: view.getFloat64(room + 16, true),
    top: view.getFloat64(room + 24, true),
  };
}
