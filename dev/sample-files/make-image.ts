import { PDFiumLibrary } from "@hyzyla/pdfium";
import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp, { type Sharp } from "sharp";

const FONT_SIZE = 16;
const LINE = 30;
const WIDTH = 480;
const SCALE = 3;

/* PDFium draws the text with its own Helvetica, because a bare machine may have no fonts. */
async function drawText(lines: readonly string[]): Promise<Sharp> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const height = LINE * (lines.length + 1);
  const page = pdf.addPage([WIDTH, height]);
  for (const [i, text] of lines.entries())
    page.drawText(text, { x: 24, y: height - LINE * (i + 1), size: FONT_SIZE, font });
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await pdf.save());
  const image = await document.getPage(0).render({ scale: SCALE, colorSpace: "Gray" });
  library.destroy();
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: 1 } });
}

/** A picture with the lines as readable text; without lines, a white picture. */
export async function makePng(lines: readonly string[]): Promise<Buffer> {
  return (await drawText(lines)).png().toBuffer();
}

/** Like `makePng`. `sideways`: stored rotated by 90 degrees, with the EXIF orientation that corrects it. */
export async function makeJpg(lines: readonly string[], { sideways = false } = {}): Promise<Buffer> {
  const image = await drawText(lines);
  if (!sideways) return image.jpeg().toBuffer();
  const turned = await image.rotate(-90).png().toBuffer();
  return sharp(turned).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}
