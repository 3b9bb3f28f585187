import type { EvidenceFormat, ExtractedDocument } from "./document.ts";
import type { ParseLimits, ReadJob } from "./parser-job.ts";
import { createParserPool, type ParserPool } from "./parser-pool.ts";
import type { ParserProfile, ProcessLimits } from "./parser-process.ts";
import { decodePreview, type Preview } from "./preview.ts";
import { readParsedDocument } from "./read-extracted-document.ts";

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

/** Several times what a large scan, or a report on ten thousand pieces of evidence, needs. */
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

/** One extractor per worker process. */
export function createExtractor({
  ocrMaxPages = DEFAULT_OCR_PAGES,
  maxCharacters = DEFAULT_CHARACTERS,
  prewarm = true,
  ...given
}: ExtractorOptions = {}): Extractor {
  const processLimits: ProcessLimits = { ...DEFAULT_PROCESS_LIMITS, ...given };
  const pool = createParserPool(processLimits, prewarm);
  const limits: ParseLimits = {
    ocrPages: ocrMaxPages,
    ocrMs: processLimits.timeoutMs * OCR_SHARE_OF_TIMEOUT,
    pages: MAX_PAGES,
    rows: MAX_ROWS,
    characters: maxCharacters,
  };
  const extract = async (path: string, format: EvidenceFormat, signal?: AbortSignal) => {
    const job: ReadJob = { task: "read", format, limits };
    const { body, preview } = await pool.run(profileOf(format), job, path, signal);
    return { document: readParsedDocument(body), preview: decodePreview(preview) };
  };
  return { extract, close: pool.close, protections: pool.protections };
}
