import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { cleanText } from "./clean-text.ts";
import type { Picture } from "./picture.ts";
import { tuneWebAssembly } from "./tune-webassembly.ts";

/*
 * Tesseract as WebAssembly in this process: tesseract.js would use a worker thread, which Node's permission
 * model does not cover.
 */

interface TesseractApi {
  Init(path: null, language: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
}

interface TesseractModule {
  FS: { writeFile(path: string, data: Uint8Array): void };
  TessBaseAPI: new () => TesseractApi;
}

export interface OcrReader {
  /**
   * The paragraphs on a grey picture, or in a whole png or jpg file, from top to bottom; empty if nothing is
   * readable. Throws if it is not a picture.
   */
  read(image: Picture | Uint8Array, dotsPerInch: number): string[];
}

const LANGUAGE = "eng";
const LSTM_ONLY = 1;
/** Below this confidence, a "word" is usually a texture, a line or a stain. */
const MIN_WORD_CONFIDENCE = 35;
/** Columns of Tesseract's table: level, page, block, paragraph, line, word, box (4), confidence, text. */
const COLUMN = { level: 0, block: 2, paragraph: 3, confidence: 10, text: 11 };
const WORD_LEVEL = "5";

const require = createRequire(import.meta.url);

/** Netpbm: the one picture format that needs no encoder. */
function toPgm({ width, height, pixels }: Picture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

function paragraphsOf(table: string): string[] {
  const paragraphs = new Map<string, string[]>();
  for (const row of table.split("\n")) {
    const cells = row.split("\t");
    if (cells[COLUMN.level] !== WORD_LEVEL || Number(cells[COLUMN.confidence]) < MIN_WORD_CONFIDENCE)
      continue;
    const key = `${cells[COLUMN.block]}/${cells[COLUMN.paragraph]}`;
    const words = paragraphs.get(key) ?? [];
    words.push(cells[COLUMN.text] ?? "");
    paragraphs.set(key, words);
  }
  return [...paragraphs.values()]
    .map((words) => cleanText(words.join(" ")))
    .filter((p) => /[\p{L}\p{N}]{2}/u.test(p));
}

async function loadModule(): Promise<TesseractModule> {
  tuneWebAssembly();
  const load = require("tesseract.js-core/tesseract-core-simd-lstm") as (
    o: object,
  ) => Promise<TesseractModule>;
  const silent = () => undefined;
  const tesseract = await load({ print: silent, printErr: silent });
  const data = dirname(require.resolve("@tesseract.js-data/eng/package.json"));
  const model = await readFile(join(data, "4.0.0_best_int", `${LANGUAGE}.traineddata.gz`));
  tesseract.FS.writeFile(`./${LANGUAGE}.traineddata`, gunzipSync(model));
  return tesseract;
}

/** Loads the OCR engine (about 0.15 s). English only. */
export async function openOcr(): Promise<OcrReader> {
  const tesseract = await loadModule();
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, LANGUAGE, LSTM_ONLY) !== 0) throw new Error("The OCR model cannot be loaded");
  const read = (image: Picture | Uint8Array, dotsPerInch: number) => {
    tesseract.FS.writeFile("/input", image instanceof Uint8Array ? image : toPgm(image));
    api.SetVariable("user_defined_dpi", String(Math.round(dotsPerInch)));
    if (api.SetImageFile(1, 0) === 1) throw new Error("The picture cannot be read");
    api.Recognize(null);
    return paragraphsOf(api.GetTSVText(0));
  };
  return { read };
}
