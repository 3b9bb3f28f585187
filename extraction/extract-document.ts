import type { EvidenceFormat, ExtractedDocument } from "./document.ts";
import type { ParseLimits, ReadJob } from "./parser-job.ts";
import { createParserPool, type ParserPool } from "./parser-pool.ts";
import type { ParserProfile, ProcessLimits } from "./parser-process.ts";
import { decodePreview, type Preview } from "./preview.ts";
import { readExtractedDocument } from "./read-extracted-document.ts";
import { keysOf } from "../domain/keys-of.rules.ts";

export interface ExtractorOptions extends Partial<ProcessLimits> {
  /** Pages per document that may go through OCR (seconds each). Default 50. */
  ocrMaxPages?: number;
  /** Characters of text kept per document; the rest is cut with a warning. Default 4 million. */
  maxCharacters?: number;
  /** Keep one child started in advance, which saves about 0.05 s per document. Default true. */
  prewarm?: boolean;
}

export interface Extraction {
  document: ExtractedDocument;
  /** The first page or the picture; null for office documents, and if it could not be drawn. */
  preview: Preview | null;
}

export interface Extractor {
  /**
   * Reads structure and text of the file at `path` in its own child process. A file without any text is not
   * an error: it has no blocks and a warning.
   * @throws ExtractionError
   */
  extract(path: string, format: EvidenceFormat, signal?: AbortSignal): Promise<Extraction>;
  close(): Promise<void>;
  /** The system's restrictions on the children, in addition to Node's. */
  protections: ParserPool["protections"];
}

export const DEFAULT_PROCESS_LIMITS: ProcessLimits = {
  heapMegabytes: 768,
  memoryMegabytes: 1536,
  timeoutMs: 300_000,
  outputBytes: 64 * 1024 * 1024,
};

const MAX_PAGES = 5_000;
const MAX_ROWS = 200_000;
const DEFAULT_OCR_PAGES = 50;
const DEFAULT_CHARACTERS = 4_000_000;
/** OCR stops early enough for its results so far to be delivered. */
const OCR_SHARE_OF_TIMEOUT = 0.7;

/** Only pictures need native code (sharp). */
const profileOf = (format: EvidenceFormat): ParserProfile =>
  format === "png" || format === "jpg" ? "images" : "documents";

function parseLimitsOf(options: ExtractorOptions, timeoutMs: number): ParseLimits {
  return {
    ocrPages: options.ocrMaxPages ?? DEFAULT_OCR_PAGES,
    ocrMs: timeoutMs * OCR_SHARE_OF_TIMEOUT,
    pages: MAX_PAGES,
    rows: MAX_ROWS,
    characters: options.maxCharacters ?? DEFAULT_CHARACTERS,
  };
}

/** One extractor per worker process. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const limits: ProcessLimits = { ...DEFAULT_PROCESS_LIMITS, ...definedOf(options) };
  const pool = createParserPool(limits, options.prewarm ?? true);
  const extract = async (path: string, format: EvidenceFormat, signal?: AbortSignal) => {
    const job: ReadJob = { task: "read", format, limits: parseLimitsOf(options, limits.timeoutMs) };
    const { body, preview } = await pool.run(profileOf(format), job, path, signal);
    return { document: readExtractedDocument(body), preview: decodePreview(preview) };
  };
  return { extract, close: pool.close, protections: pool.protections };
}

/** The process limits among the options, without undefined ones. */
function definedOf(options: Partial<ProcessLimits>): Partial<ProcessLimits> {
  const names = keysOf(DEFAULT_PROCESS_LIMITS);
  return Object.fromEntries(names.filter((n) => options[n] !== undefined).map((n) => [n, options[n]]));
}
