import { z } from "zod";
import { EVIDENCE_FORMATS, type ExtractedDocument } from "./document.ts";
import { ExtractionError } from "./extraction-error.ts";

const page = z.int().nullable();
const cells = z.array(z.string());

const Block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heading"), level: z.int(), text: z.string(), page }),
  z.object({ kind: z.enum(["paragraph", "list-item"]), text: z.string(), page }),
  z.object({
    kind: z.literal("table"),
    header: cells,
    rows: z.array(cells),
    page,
    sheet: z.string().nullable(),
  }),
]);

const Extracted = z.object({
  format: z.enum(EVIDENCE_FORMATS),
  pageCount: z.int().nullable(),
  blocks: z.array(Block),
  ocr: z.boolean(),
  warnings: z.array(z.string()),
  hardToRead: z.boolean().default(false),
  partial: z.boolean().default(false),
});

/** The document in the blob store. Throws ZodError, or SyntaxError. */
export const readExtractedDocument = (bytes: Buffer): ExtractedDocument =>
  Extracted.parse(JSON.parse(bytes.toString("utf8")));

/** The same in the output of a parser, which read an untrusted file. Throws ExtractionError. */
export function readParsedDocument(bytes: Buffer): ExtractedDocument {
  try {
    return readExtractedDocument(bytes);
  } catch (error) {
    throw new ExtractionError("crashed", "The parser answered with something other than a document.", error);
  }
}
