import type { PDFFont } from "pdf-lib";
import type { Run } from "./parse-inline.ts";

/** Words in one font, in their place on a line. */
export interface Placed {
  text: string;
  font: PDFFont;
  x: number;
}

export interface Fonts {
  regular: PDFFont;
  bold: PDFFont;
  italic: PDFFont;
}

export const fontOf = ({ bold, italic }: Run, fonts: Fonts): PDFFont =>
  bold ? fonts.bold : italic ? fonts.italic : fonts.regular;

/** Measuring is most of the work, and a text has far fewer words than places for them. Gone with the font. */
const measured = new WeakMap<PDFFont, Map<string, number>>();

function widthIn(font: PDFFont, text: string, size: number): number {
  const known = measured.get(font) ?? new Map<string, number>();
  measured.set(font, known);
  const width = known.get(text) ?? font.widthOfTextAtSize(text, 1);
  known.set(text, width);
  return width * size;
}

/** A word that is wider than the line, in parts that fit. */
function cut(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let [part, filled] = ["", 0];
  for (const character of word) {
    const wide = widthOf(character);
    if (part !== "" && filled + wide > width) {
      parts.push(part);
      [part, filled] = ["", 0];
    }
    part += character;
    filled += wide;
  }
  return [...parts, part];
}

/** Breaks runs into lines of at most `width`. */
export function wrapRuns(
  runs: readonly Run[],
  { width, size, fonts }: { width: number; size: number; fonts: Fonts },
): Placed[][] {
  const lines: Placed[][] = [[]];
  let x = 0;
  const place = (text: string, font: PDFFont): void => {
    const wide = widthIn(font, text, size);
    if (x > 0 && x + wide > width) {
      lines.push([]);
      x = 0;
    }
    if (x === 0 && text.trim() === "") return;
    const line = lines.at(-1)!;
    const last = line.at(-1);
    // In one piece: drawing costs more by the piece than by the letter.
    if (last?.font === font) last.text += text;
    else line.push({ text, font, x });
    x += wide;
  };
  for (const run of runs) {
    const font = fontOf(run, fonts);
    const widthOf = (text: string): number => widthIn(font, text, size);
    for (const word of run.text.split(/(\s+)/))
      for (const part of cut(word.replace(/^\s+$/, " "), width, widthOf)) if (part !== "") place(part, font);
  }
  return lines;
}
