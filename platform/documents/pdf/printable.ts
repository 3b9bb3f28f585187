import { hasLetter, type Face } from "./fonts.ts";

export interface Style {
  bold?: boolean;
  italic?: boolean;
}

/** A piece of text that one font can print. */
export interface Piece {
  text: string;
  face: Face;
}

const styledFace = ({ bold = false, italic = false }: Style): Face =>
  bold && italic ? "boldItalic" : bold ? "bold" : italic ? "italic" : "regular";

/** Characters that control how others look, and are invisible themselves. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Control characters, line separators and paragraph separators. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const codeOf = (codePoint: number): string => `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;

function pieceOf(character: string, style: Style): Piece {
  const codePoint = character.codePointAt(0)!;
  const isInvisible = INVISIBLE.test(character);
  const other = style.bold === true ? "otherBold" : "other";
  // The last font would draw a box for invisible characters.
  const faces: Face[] = [styledFace(style), other, "other", ...(isInvisible ? [] : ["fallback" as const])];
  const face = faces.find((one) => hasLetter(one, codePoint));
  if (face !== undefined) return { text: character, face };
  const text = isInvisible ? "" : codeOf(codePoint);
  return { text, face: styledFace(style) };
}

/** Characters without a font preference stay with the preceding ones, to keep pieces together. */
const isNeutral = (character: string): boolean => character === " " || /\p{M}/u.test(character);

/**
 * The text in pieces, each with a font that has all its characters: the style's own if possible, then the
 * one for other scripts, then the fallback. A character without a font is shown by its code, as in `[U+1F512]`.
 */
export function printable(text: string, style: Style): Piece[] {
  const pieces: Piece[] = [];
  for (const character of text.toWellFormed().normalize("NFC").replaceAll(BREAKS, " ")) {
    const last = pieces.at(-1);
    const stays =
      last !== undefined && isNeutral(character) && hasLetter(last.face, character.codePointAt(0)!);
    const piece = stays ? { text: character, face: last.face } : pieceOf(character, style);
    if (last?.face === piece.face) last.text += piece.text;
    else if (piece.text !== "") pieces.push(piece);
  }
  return pieces;
}
