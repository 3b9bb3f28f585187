import type { ExtractedDocument } from "../document.ts";
import type { Preview } from "../preview.ts";

/** The output of a parser: everything but the format, which the caller knows. */
export type ParsedDocument = Omit<ExtractedDocument, "format"> & {
  /**
   * Draws the first page or the picture, if the format has one; called last, so that a failure loses no text.
   */
  drawPreview?: () => Preview | null | Promise<Preview | null>;
};
