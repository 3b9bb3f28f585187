import type { Rectangle } from "./pdfium-annotations.ts";
import { viewOf, type Pdfium, type Pointer } from "./pdfium-functions.ts";

/** The room that `charBox` needs for its result. */
export const CHAR_BOX_BYTES = 32;

/** The place of a letter on its page, in points. `room` serves many calls: each letter needs one. */
export function charBox(pdfium: Pdfium, text: Pointer, char: number, room: Pointer): Rectangle {
  pdfium._FPDFText_GetCharBox(text, char, room, room + 8, room + 16, room + 24);
  const view = viewOf(pdfium, room, CHAR_BOX_BYTES);
  const at = (offset: number) => view.getFloat64(offset, true);
  return { left: at(0), right: at(8), bottom: at(16), top: at(24) };
}
