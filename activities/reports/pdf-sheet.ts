import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from "pdf-lib";

const [WIDTH, HEIGHT] = [595, 842] as const;
const MARGIN = 60;
const BAR_LEFT = 230;
const BAR_WIDTH = 230;
const BAR_HEIGHT = 9;
const LINE = 16;
const INK = rgb(0.13, 0.15, 0.2);
const TRACK = rgb(0.9, 0.91, 0.93);
const BAR = rgb(0.16, 0.42, 0.68);

export interface Bar {
  label: string;
  /** 0 to 1. */
  share: number;
  /** What stands behind the bar. */
  value: string;
}

/** A document that is filled from top to bottom, page after page. */
export interface Sheet {
  title(text: string): void;
  heading(text: string): void;
  line(text: string): void;
  bars(bars: readonly Bar[]): void;
  save(): Promise<Buffer>;
}

/** The text as far as the font can write it: other characters become question marks. */
export function writable(text: string, characters: ReadonlySet<number>): string {
  const isKnown = (character: string): boolean => characters.has(character.codePointAt(0)!);
  return Array.from(text.normalize("NFC").replaceAll(/\p{Cc}+/gu, " "), (character) =>
    isKnown(character) ? character : "?",
  ).join("");
}

/** As much of the text as fits, with dots for the rest. */
function fit(text: string, width: number, { font, size }: { font: PDFFont; size: number }): string {
  const fits = (some: string): boolean => font.widthOfTextAtSize(some, size) <= width;
  if (fits(text)) return text;
  let [short, long] = [0, text.length];
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2);
    if (fits(`${text.slice(0, middle)}...`)) short = middle;
    else long = middle;
  }
  return `${text.slice(0, short)}...`;
}

interface Pen {
  page: PDFPage;
  y: number;
}

/** An empty sheet; what it tells is as old as `asOf`, the only time that is in the file. */
export async function createSheet(about: { title: string; asOf: Date }): Promise<Sheet> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(about.title);
  pdf.setCreationDate(about.asOf);
  pdf.setModificationDate(about.asOf);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const characters = new Set(regular.getCharacterSet());
  const pen: Pen = { page: pdf.addPage([WIDTH, HEIGHT]), y: HEIGHT - MARGIN };
  const down = (by: number): void => {
    pen.y -= by;
    if (pen.y >= MARGIN) return;
    pen.page = pdf.addPage([WIDTH, HEIGHT]);
    pen.y = HEIGHT - MARGIN - by;
  };
  const write = (
    text: string,
    at: { x?: number; width?: number; size?: number; font?: PDFFont } = {},
  ): void => {
    const { x = MARGIN, size = 10, font = regular, width = WIDTH - MARGIN - x } = at;
    const shown = fit(writable(text, characters), width, { font, size });
    pen.page.drawText(shown, { x, y: pen.y, size, font, color: INK });
  };
  const drawBar = ({ label, share, value }: Bar): void => {
    down(LINE);
    write(label, { width: BAR_LEFT - MARGIN - 10 });
    const box = { x: BAR_LEFT, y: pen.y - 1, height: BAR_HEIGHT };
    pen.page.drawRectangle({ ...box, width: BAR_WIDTH, color: TRACK });
    const filled = Math.min(1, Math.max(0, share)) * BAR_WIDTH;
    if (filled > 0) pen.page.drawRectangle({ ...box, width: filled, color: BAR });
    write(value, { x: BAR_LEFT + BAR_WIDTH + 10 });
  };
  return {
    title: (text) => (down(24), write(text, { size: 20, font: bold })),
    heading: (text) => (down(34), write(text, { size: 13, font: bold }), down(4)),
    line: (text) => (down(LINE), write(text)),
    bars: (bars) => bars.forEach(drawBar),
    save: async () => Buffer.from(await pdf.save()),
  };
}
