import type { ExtractedDocument } from "../document.ts";
import type { Preview } from "../preview.ts";

/** What a parser gives: everything but the format, which the caller knows. */
export type ParsedDocument = Omit<ExtractedDocument, "format"> & {
  /** Draws the first page or the picture, where the format has one; for afterwards, so that it costs no text. */
  drawPreview?: () => Preview | null | Promise<Preview | null>;
};
