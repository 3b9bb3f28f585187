import type { EvidenceFormat } from "./document.ts";

/**
 * The parent's instructions for a child: one line of JSON on standard input, before the bytes of the file.
 */
export interface ParserJob {
  /** One of `parser/do-task.ts`; each has options of its own. */
  task: string;
}

/** Extract text and structure of a document. */
export interface ReadJob extends ParserJob {
  task: "read";
  format: EvidenceFormat;
  limits: ParseLimits;
}

/** Read a sample, and return the code that V8 made of the parser for it: see `dev/setup/compile-parsers.ts`. */
export interface CompileJob extends ParserJob {
  task: "compile";
  format: EvidenceFormat;
  limits: ParseLimits;
}

/** Convert markdown to another format. */
export interface WriteMarkdownJob extends ParserJob {
  task: "write_markdown";
  format: "pdf" | "docx";
  title: string;
  /** ISO 8601; the only time in the file. */
  asOf: string;
}

/** Convert the blocks of a sheet, as JSON, to PDF. */
export interface WriteSheetJob extends ParserJob {
  task: "write_sheet";
  title: string;
  /** As a BCP 47 tag, for screen readers. */
  language: string;
  /** ISO 8601; the only time in the file. */
  asOf: string;
}

export interface ParseLimits {
  /** Pages (or images) of one document that may go through OCR. */
  ocrPages: number;
  /** No further OCR page starts after this time. */
  ocrMs: number;
  pages: number;
  /** Data rows per workbook. */
  rows: number;
  /** Characters of text per document. */
  characters: number;
}
