import type { RequestedColumns } from "../domain/questionnaires/detect-columns.rules.ts";
import type { EvidenceFormat } from "./document.ts";

/**
 * The parent's instructions for a child: one line of JSON on standard input, before the bytes of the file.
 */
export type ParserJob =
  | ReadJob
  | FindQuestionsJob
  | WriteAnswersJob
  | WriteMarkdownJob
  | WriteSheetJob
  | WriteWorkbookJob;

/** Extract text and structure of a document. */
export interface ReadJob {
  task: "read";
  format: EvidenceFormat;
  limits: ParseLimits;
}

/** Find the questions in a workbook. */
export interface FindQuestionsJob {
  task: "find_questions";
  request: QuestionColumns;
}

export interface QuestionColumns extends RequestedColumns {
  sheet?: string | undefined;
}

/** Write answers into the workbook. */
export interface WriteAnswersJob {
  task: "write_answers";
  sheet: string;
  /** From 0. */
  column: number;
  /** Row number and text. */
  answers: [number, string][];
}

/** Convert markdown to another format. */
export interface WriteMarkdownJob {
  task: "write_markdown";
  format: "pdf" | "docx";
  title: string;
  /** ISO 8601; the only time in the file. */
  asOf: string;
}

/** Convert the blocks of a sheet, as JSON, to PDF. */
export interface WriteSheetJob {
  task: "write_sheet";
  title: string;
  /** ISO 8601; the only time in the file. */
  asOf: string;
}

/** Convert sheets, as JSON, to a workbook. */
export interface WriteWorkbookJob {
  task: "write_workbook";
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
