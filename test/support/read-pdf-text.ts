import { openPdf } from "../../extraction/parser/pdfium.ts";

/** The text of each page of a PDF by line, as extracted by the product's own parser. */
export async function readPdfPages(bytes: Buffer): Promise<string[]> {
  const pdf = await openPdf(bytes);
  return Array.from({ length: pdf.pageCount }, (_, page) =>
    pdf
      .readPage(page)!
      .lines.map(({ text }) => text)
      .join("\n"),
  );
}

/** The text of a PDF by line. */
export const readPdfText = async (bytes: Buffer): Promise<string> => (await readPdfPages(bytes)).join("\n");
