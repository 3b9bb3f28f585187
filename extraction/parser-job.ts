import type { ColumnWish } from "../domain/questionnaires/detect-columns.rules.ts";
import type { EvidenceFormat } from "./document.ts";

/** What the parent tells a child: one line of JSON on standard input, before the bytes of the file. */
export type ParserJob =
  | ReadJob
  | FindQuestionsJob
  | WriteAnswersJob
  | WriteMarkdownJob
  | WriteSheetJob
  | WriteWorkbookJob;

/** Text and structure of a document. */
export interface ReadJob {
  task: "read";
  format: EvidenceFormat;
  limits: ParseLimits;
}

/** The questions of a workbook. */
export interface FindQuestionsJob {
  task: "find_questions";
  wish: QuestionWish;
}

export interface QuestionWish extends ColumnWish {
  sheet?: string | undefined;
}

/** The workbook with answers in it. */
export interface WriteAnswersJob {
  task: "write_answers";
  sheet: string;
  /** From 0. */
  column: number;
  /** Row and text. */
  answers: [number, string][];
}

/** Markdown as a file of another format. */
export interface WriteMarkdownJob {
  task: "write_markdown";
  format: "pdf" | "docx";
  title: string;
  /** As ISO 8601; the only time that is in the file. */
  asOf: string;
}

/** Blocks of a sheet, as JSON, as a PDF. */
export interface WriteSheetJob {
  task: "write_sheet";
  title: string;
  /** As ISO 8601; the only time that is in the file. */
  asOf: string;
}

/** Sheets, as JSON, as a workbook. */
export interface WriteWorkbookJob {
  task: "write_workbook";
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
