/** The file formats accepted as evidence. `jpeg` names are normalised to `jpg`. */
export const EVIDENCE_FORMATS = ["pdf", "doc", "docx", "xls", "xlsx", "png", "jpg"] as const;
export type EvidenceFormat = (typeof EVIDENCE_FORMATS)[number];

/**
 * One structural element of a document, in reading order. `page` counts from 1; null if the format has no
 * pages.
 */
export type Block =
  | { kind: "heading"; level: number; text: string; page: number | null }
  | { kind: "paragraph"; text: string; page: number | null }
  | { kind: "list-item"; text: string; page: number | null }
  | {
      kind: "table";
      /** Header cells; empty if the table has no recognisable header row. */
      header: string[];
      rows: string[][];
      page: number | null;
      /** Spreadsheet sheet name; null in text documents. */
      sheet: string | null;
    };

/** The output of a parser: structure and text, never bytes of the original. */
export interface ExtractedDocument {
  format: EvidenceFormat;
  /** Pages for pdf, 1 for images, sheets for workbooks, null if the format does not say. */
  pageCount: number | null;
  blocks: Block[];
  /** True if any text came from optical character recognition. */
  ocr: boolean;
  /** Sentences for the reviewer: pages without text, truncated output. */
  warnings: string[];
  /** True if some of the text came from a picture that is hard to read; `warnings` says which. */
  hardToRead?: boolean;
  /** True if something that may contain text was not read; `warnings` says what. */
  partial?: boolean;
}
