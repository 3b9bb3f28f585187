import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

/*
 * Inter, the typeface of the console, for Latin, Greek and Cyrillic. DejaVu Sans for Armenian, Georgian, Hebrew,
 * Arabic and symbols. Unifont, plain but with nearly every character in use, for everything else. Each file is
 * loaded when a text first needs it.
 */

const FILES = {
  regular: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  bold: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  italic: "@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf",
  boldItalic: "@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf",
  other: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  otherBold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
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
