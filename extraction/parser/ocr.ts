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

/** The text on a picture. */
export interface RecognizedText {
  /** From top to bottom; empty if nothing is readable. */
  paragraphs: string[];
  /** Whether many of its words may be wrong or missing. */
  isHardToRead: boolean;
}

export interface OcrReader {
  /**
   * Reads a grey picture, or a whole png or jpg file. A picture that makes no sense is turned. Throws if it is
   * not a picture.
   */
  read(image: Picture | Uint8Array, dotsPerInch: number): RecognizedText;
}

const LANGUAGE = "eng";
const LSTM_ONLY = 1;
/** Below this confidence, a "word" is usually a texture, a line or a stain. */
const MIN_WORD_CONFIDENCE = 35;
/** Upright letters have 90 and more, letters on their side less than 70. */
const DOUBTFUL_CONFIDENCE = 75;
const SURE_CONFIDENCE = 80;
const DOUBTFUL_LETTERS = 20;
const MAX_IN_VAIN = 2;
/** With the words that were dropped. Clear print has 90 and more; below this, several words of a line are wrong. */
const CLEAR_CONFIDENCE = 80;
/** The orientations of EXIF, by which Tesseract turns a picture. */
const UPRIGHT = 1;
const TURNED = [6, 8, 3];
/** Columns of Tesseract's table: level, page, block, paragraph, line, word, box (4), confidence, text. */
const COLUMN = { level: 0, block: 2, paragraph: 3, confidence: 10, text: 11 };
const WORD_LEVEL = "5";

const require = createRequire(import.meta.url);

/** Netpbm: the one picture format that needs no encoder. */
function toPgm({ width, height, pixels }: Picture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** What was read in one direction of a picture. */
interface Attempt extends RecognizedText {
  letters: number;
  /** Of the letters on average, 0 to 100. */
  confidence: number;
}

/** How sure Tesseract is of words, on average of their letters. */
class Confidence {
  letters = 0;
  #sum = 0;

  add(word: string, confidence: number): void {
    this.letters += word.length;
    this.#sum += confidence * word.length;
  }

  get mean(): number {
    return this.letters === 0 ? 0 : this.#sum / this.letters;
  }
}

function attemptOf(table: string): Attempt {
  const paragraphs = new Map<string, string[]>();
  const [kept, all] = [new Confidence(), new Confidence()];
  for (const row of table.split("\n")) {
    const cells = row.split("\t");
    const [confidence, word = ""] = [Number(cells[COLUMN.confidence]), cells[COLUMN.text]];
    if (cells[COLUMN.level] !== WORD_LEVEL) continue;
    if (/[\p{L}\p{N}]/u.test(word)) all.add(word, confidence);
    if (confidence < MIN_WORD_CONFIDENCE) continue;
    const key = `${cells[COLUMN.block]}/${cells[COLUMN.paragraph]}`;
    const words = paragraphs.get(key) ?? [];
    words.push(word);
    paragraphs.set(key, words);
    kept.add(word, confidence);
  }
  const texts = [...paragraphs.values()]
    .map((words) => cleanText(words.join(" ")))
    .filter((p) => /[\p{L}\p{N}]{2}/u.test(p));
  return {
    paragraphs: texts,
    letters: kept.letters,
    confidence: kept.mean,
    isHardToRead: texts.length > 0 && all.letters >= DOUBTFUL_LETTERS && all.mean < CLEAR_CONFIDENCE,
  };
}

/** Whether it reads like letters that lie on their side or head. */
const isDoubtful = ({ letters, confidence }: Attempt): boolean =>
  letters >= DOUBTFUL_LETTERS && confidence < DOUBTFUL_CONFIDENCE;

/**
 * Reads a picture as it is and, if that makes no sense, turned: as the last one that had to be first. Turns are tried
 * in vain only a few times, because each takes as long as reading.
 */
function createTurner(): (readAt: (orientation: number) => Attempt) => Attempt {
  let [turns, inVain] = [[...TURNED], 0];
  return (readAt) => {
    const upright = readAt(UPRIGHT);
    if (!isDoubtful(upright) || inVain >= MAX_IN_VAIN) return upright;
    for (const orientation of turns) {
      const turned = readAt(orientation);
      if (turned.letters < DOUBTFUL_LETTERS / 2 || turned.confidence < SURE_CONFIDENCE) continue;
      turns = [orientation, ...turns.filter((one) => one !== orientation)];
      return turned;
    }
    inVain += 1;
    return upright;
  };
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
  const turn = createTurner();
  const read = (image: Picture | Uint8Array, dotsPerInch: number) => {
    tesseract.FS.writeFile("/input", image instanceof Uint8Array ? image : toPgm(image));
    api.SetVariable("user_defined_dpi", String(Math.round(dotsPerInch)));
    const { paragraphs, isHardToRead } = turn((orientation) => {
      if (api.SetImageFile(orientation, 0) === 1) throw new Error("The picture cannot be read");
      api.Recognize(null);
      return attemptOf(api.GetTSVText(0));
    });
    return { paragraphs, isHardToRead };
  };
  return { read };
}
