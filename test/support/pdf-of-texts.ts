import { PDFDocument, StandardFonts } from "pdf-lib";

export type PlacedTexts = readonly (readonly [x: number, text: string][])[];

const leftOf = (x: number): number => x;

/** Texts at their distance from the left, in lines 15 points apart; an empty line leaves a gap. */
export async function pdfOfLines(
  lines: PlacedTexts,
  startOf: (x: number, width: number) => number = leftOf,
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [n, line] of lines.entries())
    for (const [x, text] of line) {
      const start = startOf(x, font.widthOfTextAtSize(text, 10));
      page.drawText(text, { x: start, y: 780 - 15 * n, size: 10, font });
    }
  return Buffer.from(await pdf.save());
}

/** Texts at their places, in lines 12 points apart, in the order of the file. */
export async function pdfOfTexts(
  texts: readonly (readonly [x: number, line: number, text: string])[],
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [x, line, text] of texts) page.drawText(text, { x, y: 780 - 12 * line, size: 10, font });
  return Buffer.from(await pdf.save());
}

/** A row with cells at the same places. */
export const rowAt =
  (...places: number[]) =>
  (...texts: string[]): [number, string][] =>
    texts.map((text, n) => [places[n] ?? 0, text]);
