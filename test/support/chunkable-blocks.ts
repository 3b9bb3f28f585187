import type { Block, ExtractedDocument } from "../../extraction/document.ts";

/** A document of these blocks. */
export const documentOf = (blocks: Block[]): ExtractedDocument => ({
  format: "pdf",
  pageCount: null,
  blocks,
  ocr: false,
  warnings: [],
});

export const paragraph = (text: string, page: number | null = null): Block => ({
  kind: "paragraph",
  text,
  page,
});

/** A text without its white space, which chunking may drop. */
export const packed = (text: string): string => text.replace(/\s+/gu, "");
