import { PDFDocument, StandardFonts, rgb, type PDFPage } from "pdf-lib";
import { parseMarkdown, type Block } from "./parse-markdown.ts";
import { plainText, type Run } from "./parse-inline.ts";
import { wrapRuns, type Fonts, type Placed } from "./wrap-runs.ts";

const [WIDTH, HEIGHT] = [595, 842] as const;
const MARGIN = 60;
const FOOT = 34;
const INNER = WIDTH - 2 * MARGIN;
const SIZE = 10;
const INDENT = 18;
const CELL_PAD = 4;
/** Letters that count when columns share the width. */
const [NARROWEST, WIDEST] = [12, 60] as const;
const INK = rgb(0.13, 0.15, 0.2);
const LINE = rgb(0.75, 0.77, 0.8);
const HEADINGS = { 1: 20, 2: 14, 3: 11.5, 4: 10.5 } as const;

interface Column {
  x: number;
  width: number;
}

interface Paper {
  pdf: PDFDocument;
  fonts: Fonts;
  page: PDFPage;
  y: number;
  writable: (runs: readonly Run[]) => Run[];
}

function beginPage(paper: Paper): void {
  paper.page = paper.pdf.addPage([WIDTH, HEIGHT]);
  paper.y = HEIGHT - MARGIN;
}

const hasRoom = (paper: Paper, height: number): boolean => paper.y - height >= MARGIN;

/** Goes down; begins a page where what follows does not fit. */
function down(paper: Paper, by: number): void {
  if (!hasRoom(paper, by)) beginPage(paper);
  paper.y -= by;
}

const heightOf = (size: number): number => size * 1.4;

function drawLine(paper: Paper, line: readonly Placed[], at: { x: number; y: number; size: number }): void {
  for (const { text, font, x } of line)
    paper.page.drawText(text, { x: at.x + x, y: at.y, size: at.size, font, color: INK });
}

function write(paper: Paper, runs: readonly Run[], at: { x?: number; size?: number } = {}): void {
  const { x = MARGIN, size = SIZE } = at;
  for (const line of wrapRuns(paper.writable(runs), {
    width: WIDTH - MARGIN - x,
    size,
    fonts: paper.fonts,
  })) {
    down(paper, heightOf(size));
    drawLine(paper, line, { x, y: paper.y, size });
  }
}

function writeHeading(paper: Paper, { level, runs }: Extract<Block, { kind: "heading" }>): void {
  const size = HEADINGS[level];
  // A heading stays with at least two lines of what it is about.
  if (!hasRoom(paper, size * 2 + 3 * heightOf(SIZE))) beginPage(paper);
  else if (paper.y < HEIGHT - MARGIN) down(paper, size * 0.8);
  write(
    paper,
    runs.map((run) => ({ ...run, bold: true })),
    { size },
  );
  down(paper, 3);
}

function writeList(paper: Paper, { ordered, items }: Extract<Block, { kind: "list" }>): void {
  for (const [n, runs] of items.entries()) {
    const mark = ordered ? `${n + 1}.` : "\u2022";
    const x = MARGIN + INDENT;
    const lines = wrapRuns(paper.writable(runs), { width: INNER - INDENT, size: SIZE, fonts: paper.fonts });
    for (const [m, line] of lines.entries()) {
      down(paper, heightOf(SIZE));
      if (m === 0)
        drawLine(paper, [{ text: mark, font: paper.fonts.regular, x: 0 }], {
          x: MARGIN + 4,
          y: paper.y,
          size: SIZE,
        });
      drawLine(paper, line, { x, y: paper.y, size: SIZE });
    }
  }
  down(paper, 4);
}

/** Columns get room by their longest text, none of them very little or nearly all. */
function columnsOf(rows: readonly (readonly Run[][])[]): Column[] {
  const count = Math.max(1, ...rows.map((cells) => cells.length));
  const weights = Array.from({ length: count }, (_, n) => {
    const longest = Math.max(...rows.map((cells) => plainText(cells[n] ?? []).length));
    return Math.min(WIDEST, Math.max(NARROWEST, longest));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let x = MARGIN;
  return weights.map((weight) => {
    const column = { x, width: (INNER * weight) / total };
    x += column.width;
    return column;
  });
}

/** A row; one that is higher than half a page may go on on the next. */
function writeRow(paper: Paper, cells: readonly (readonly Run[])[], columns: readonly Column[]): void {
  const wrapped = columns.map(({ width }, n) =>
    wrapRuns(paper.writable(cells[n] ?? []), {
      width: width - 2 * CELL_PAD,
      size: SIZE - 1,
      fonts: paper.fonts,
    }),
  );
  const lines = Math.max(1, ...wrapped.map(({ length }) => length));
  const height = heightOf(SIZE - 1);
  if (!hasRoom(paper, lines * height + 2 * CELL_PAD) && lines * height < HEIGHT / 2) beginPage(paper);
  for (let n = 0; n < lines; n += 1) {
    down(paper, height);
    for (const [column, cell] of wrapped.entries())
      drawLine(paper, cell[n] ?? [], { x: columns[column]!.x + CELL_PAD, y: paper.y, size: SIZE - 1 });
  }
  down(paper, CELL_PAD);
  const [start, end] = [MARGIN, WIDTH - MARGIN].map((x) => ({ x, y: paper.y }));
  paper.page.drawLine({ start: start!, end: end!, thickness: 0.5, color: LINE });
}

function writeTable(paper: Paper, { rows }: Extract<Block, { kind: "table" }>): void {
  const columns = columnsOf(rows);
  for (const [n, cells] of rows.entries()) {
    const inStyle = n === 0 ? cells.map((runs) => runs.map((run) => ({ ...run, bold: true }))) : cells;
    writeRow(paper, inStyle, columns);
  }
  down(paper, 8);
}

function writeBlock(paper: Paper, block: Block): void {
  switch (block.kind) {
    case "heading":
      return writeHeading(paper, block);
    case "paragraph":
      write(paper, block.runs);
      return down(paper, 6);
    case "list":
      return writeList(paper, block);
    case "table":
      return writeTable(paper, block);
  }
}

function numberPages({ pdf, fonts }: Paper): void {
  const pages = pdf.getPages();
  for (const [n, page] of pages.entries())
    page.drawText(`${n + 1} / ${pages.length}`, {
      x: WIDTH - MARGIN - 30,
      y: FOOT,
      size: 8,
      font: fonts.regular,
      color: INK,
    });
}

/** The same runs as far as the fonts can write them: other characters become question marks. */
function writableWith(characters: ReadonlySet<number>): Paper["writable"] {
  const shown = (text: string): string =>
    Array.from(text.normalize("NFC").replaceAll(/\p{Cc}+/gu, " "), (character) =>
      characters.has(character.codePointAt(0)!) ? character : "?",
    ).join("");
  return (runs) => runs.map((run) => ({ ...run, text: shown(run.text) }));
}

/** The markdown as a PDF; the same markdown of the same time makes the same bytes. */
export async function markdownToPdf(markdown: string, about: { title: string; asOf: Date }): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(about.title);
  pdf.setCreationDate(about.asOf);
  pdf.setModificationDate(about.asOf);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const italic = await pdf.embedFont(StandardFonts.HelveticaOblique);
  const paper: Paper = {
    pdf,
    fonts: { regular, bold, italic },
    page: pdf.addPage([WIDTH, HEIGHT]),
    y: HEIGHT - MARGIN,
    writable: writableWith(new Set(regular.getCharacterSet())),
  };
  for (const block of parseMarkdown(markdown)) writeBlock(paper, block);
  numberPages(paper);
  return Buffer.from(await pdf.save());
}
