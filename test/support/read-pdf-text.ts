import { openPdf } from "../../extraction/parser/pdfium.ts";

/** The text of a PDF by line, as extracted by the product's own parser. */
export async function readPdfText(bytes: Buffer): Promise<string> {
  const pdf = await openPdf(bytes);
  const pages = Array.from({ length: pdf.pageCount }, (_, page) => pdf.readPage(page));
  return pages.flatMap((page) => page!.lines.map(({ text }) => text)).join("\n");
}
