import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

/*
 * DejaVu Sans for the most common scripts: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic,
 * symbols. Unifont, plain but with nearly every character in use, for everything else. Each file is loaded
 * when a text first needs it.
 */

const FILES = {
  regular: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
  italic: "dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf",
  boldItalic: "dejavu-fonts-ttf/ttf/DejaVuSans-BoldOblique.ttf",
  fallback: "@fontsource/unifontex/files/unifontex-latin-400-normal.woff",
} as const;

export type Face = keyof typeof FILES;

export const FACES = Object.keys(FILES) as Face[];

const { resolve } = createRequire(import.meta.url);

interface LoadedFace {
  bytes: Buffer;
  font: Font;
}

const loaded = new Map<Face, LoadedFace>();

function load(face: Face): LoadedFace {
  const file = readFileSync(resolve(FILES[face]));
  const bytes = FILES[face].endsWith(".woff") ? unpackWoff(file) : file;
  return { bytes, font: create(bytes) };
}

function faceOf(face: Face): LoadedFace {
  const known = loaded.get(face) ?? load(face);
  loaded.set(face, known);
  return known;
}

/** The font's file, as TrueType. */
export const bytesOfFace = (face: Face): Buffer => faceOf(face).bytes;

export const isLoaded = (face: Face): boolean => loaded.has(face);

export const hasLetter = (face: Face, codePoint: number): boolean =>
  faceOf(face).font.hasGlyphForCodePoint(codePoint);
