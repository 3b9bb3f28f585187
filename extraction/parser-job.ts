import type { EvidenceFormat } from "./document.ts";

/** What the parent tells a parser child: one line of JSON on standard input, before the bytes of the file. */
export interface ParserJob {
  format: EvidenceFormat;
  limits: ParseLimits;
}

export interface ParseLimits {
  /** Pages (or images) which may go through OCR in one document. */
  ocrPages: number;
  /** No further OCR page is started after this long. */
  ocrMs: number;
  pages: number;
  /** Data rows per workbook. */
  rows: number;
  /** Characters of text per document. */
  characters: number;
}
