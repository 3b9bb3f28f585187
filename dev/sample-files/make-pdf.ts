import { PDFDocument, StandardFonts } from "pdf-lib";
import { makePng } from "./make-image.ts";

export interface PdfText {
  /** Lines of text by page. */
  pages: string[][];
  /** Lines in large bold type. */
  headings?: string[];
  title?: string;
}

const EPOCH = new Date(0);
const PAGE: [number, number] = [595, 842];

async function emptyPdf(title?: string): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setCreationDate(EPOCH);
  if (title !== undefined) pdf.setTitle(title);
  return pdf;
}

/** A PDF with real text in Helvetica; an empty string leaves a gap. */
export async function makePdf({ pages, headings = [], title }: PdfText): Promise<Buffer> {
  const pdf = await emptyPdf(title);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const lines of pages) {
    const page = pdf.addPage(PAGE);
    let y = 780;
    for (const line of lines) {
      const isHeading = headings.includes(line);
      y -= isHeading ? 34 : 15;
      page.drawText(line, { x: 60, y, size: isHeading ? 20 : 11, font: isHeading ? bold : regular });
    }
  }
  return Buffer.from(await pdf.save());
}

/** A PDF whose pages are pictures of text, like a scan. */
export async function makeScannedPdf({ pages }: Pick<PdfText, "pages">): Promise<Buffer> {
  const pdf = await emptyPdf();
  for (const lines of pages) {
    const picture = await pdf.embedPng(await makePng(lines));
    const page = pdf.addPage(PAGE);
    const { width, height } = picture.scaleToFit(PAGE[0], PAGE[1]);
    page.drawImage(picture, { x: 0, y: PAGE[1] - height, width, height });
  }
  return Buffer.from(await pdf.save());
}
