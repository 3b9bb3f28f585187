import { hash } from "node:crypto";
import { sourceOfBuffer } from "../inspection/byte-source.ts";
import { readJpegSize, readPngSize } from "../inspection/image-size.ts";
import type { ParseLimits } from "../parser-job.ts";
import { openOcr, type OcrReader } from "./ocr.ts";

/** Smaller pictures are bullets, rules, icons and logos. */
const MIN_SIDE = 60;
const MIN_PIXELS = 40_000;
/** Decoded, a pixel takes four bytes, twice. */
const MAX_PIXELS = 25_000_000;
/** The default of screens and Word for pictures without a resolution. */
const DOTS_PER_INCH = 96;

const SIZE_READERS = { "image/png": readPngSize, "image/jpeg": readJpegSize };

/** Reads the pictures of one document within its limits. */
export interface PictureReader {
  /** The lines of text on a picture; none if it is small, repeated, damaged or over the limits. */
  read(contentType: string, bytes: Buffer): Promise<string[]>;
  hasRead(): boolean;
  /** Whether the text of some may be wrong. */
  isHardToRead(): boolean;
  /** Whether pictures that may contain text were skipped. */
  isPartial(): boolean;
  warnings(): string[];
}

type Verdict = "read" | "small" | "unreadable";

async function judge(contentType: string, bytes: Buffer): Promise<Verdict> {
  const readSize = SIZE_READERS[contentType as keyof typeof SIZE_READERS];
  if (readSize === undefined) return "unreadable";
  const { width, height } = await readSize(sourceOfBuffer(bytes));
  const pixels = width * height;
  if (Math.min(width, height) < MIN_SIDE || pixels < MIN_PIXELS) return "small";
  return pixels > MAX_PIXELS ? "unreadable" : "read";
}

const pictures = (count: number) => `${count} embedded ${count === 1 ? "picture" : "pictures"}`;

export function createPictureReader({ ocrPages, ocrMs }: ParseLimits): PictureReader {
  const started = performance.now();
  const seen = new Set<string>();
  let ocr: OcrReader | null = null;
  let [read, over, unreadable, withText, hard] = [0, 0, 0, 0, 0];

  const recognise = async (bytes: Buffer): Promise<string[]> => {
    if (read >= ocrPages || performance.now() - started > ocrMs) {
      over += 1;
      return [];
    }
    read += 1;
    ocr ??= await openOcr();
    const { paragraphs, isHardToRead } = ocr.read(bytes, DOTS_PER_INCH);
    if (paragraphs.length > 0) withText += 1;
    if (isHardToRead) hard += 1;
    return paragraphs;
  };

  return {
    async read(contentType, bytes) {
      const digest = hash("sha256", bytes, "base64");
      if (seen.has(digest)) return [];
      seen.add(digest);
      try {
        const verdict = await judge(contentType, bytes);
        if (verdict === "unreadable") unreadable += 1;
        return verdict === "read" ? await recognise(bytes) : [];
      } catch {
        unreadable += 1;
        return [];
      }
    },
    hasRead: () => withText > 0,
    isHardToRead: () => hard > 0,
    isPartial: () => over > 0,
    warnings: () => [
      ...(over > 0 ? [`${pictures(over)}: not read, because only ${read} fit the limits.`] : []),
      ...(unreadable > 0 ? [`${pictures(unreadable)}: cannot be read.`] : []),
      ...(hard > 0 ? [`${pictures(hard)}: hard to read, so the text may be wrong.`] : []),
    ],
  };
}
