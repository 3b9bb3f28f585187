import type { PDFPageProxy } from "pdfjs-dist";
import { openPdf } from "./open-pdf.ts";

/** Later pages are not compared. */
const MAX_PAGES = 200;

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
}

/** The text of a PDF, page by page. */
export async function readPdfText(url: string): Promise<string[]> {
  const task = openPdf(url);
  try {
    const pdf = await task.promise;
    const texts: string[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1)
      texts.push(await textOf(await pdf.getPage(number)));
    return texts;
  } finally {
    await task.destroy();
  }
}
