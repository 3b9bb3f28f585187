import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as fontkit from "fontkit";
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

const require = createRequire(import.meta.url);
/** As pdfmake loads it: imported, it would be another one with formats of its own. */
const { create, registerFormat } = require("fontkit") as typeof fontkit;

interface LoadedFace {
  bytes: Buffer;
  font: fontkit.Font;
}

const loaded = new Map<Face, LoadedFace>();

function load(face: Face): LoadedFace {
  const file = readFileSync(require.resolve(FILES[face]));
  const bytes = FILES[face].endsWith(".woff") ? unpackWoff(file) : file;
  return { bytes, font: create(bytes) };
}

function faceOf(face: Face): LoadedFace {
  const known = loaded.get(face) ?? load(face);
  loaded.set(face, known);
  return known;
}

/** Begins what `handleOf` returns; no font file begins so. */
const HANDLE = "face:";

/**
 * Opens a loaded face for one document. Decoding its tables takes most of the time of a short document, so all documents
 * share them; the glyphs remember the characters that a document used them for, so each has its own.
 */
function open(face: Face): fontkit.Font {
  const { bytes, font } = faceOf(face);
  const opened = create(bytes);
  opened._tables = font._tables;
  return opened;
}

const isHandle = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, HANDLE.length)).toString() === HANDLE;

/** A handle as a format of font files: fontkit takes what a constructor returns. */
registerFormat(
  class {
    static probe = isHandle;
    constructor({ buffer }: { buffer: Uint8Array }) {
      return open(Buffer.from(buffer).toString().slice(HANDLE.length) as Face);
    }
  } as Parameters<typeof registerFormat>[0],
);

/** Loads a face, and returns what fontkit opens like its file. */
export function handleOf(face: Face): Buffer {
  faceOf(face);
  return Buffer.from(HANDLE + face);
}

export const isLoaded = (face: Face): boolean => loaded.has(face);

export const hasLetter = (face: Face, codePoint: number): boolean =>
  faceOf(face).font.hasGlyphForCodePoint(codePoint);
