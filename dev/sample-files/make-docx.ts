import {
  Document,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  type FileChild,
} from "docx";

export type DocxPart =
  | { heading: string; level?: 1 | 2 | 3 }
  | { paragraph: string; footnote?: string }
  | { list: string[] }
  | { picture: Buffer; type?: "png" | "jpg" }
  | { table: string[][]; headerRow?: boolean };

export interface DocxOptions {
  title?: string;
  /** Printed above and below every page. */
  header?: string;
  footer?: string;
}

const LEVELS = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 };
/** The displayed size; the parser reads the file's own pixels. */
const PICTURE_SIZE = { width: 480, height: 160 };

function tableOf(rows: string[][], headerRow: boolean): Table {
  const cellOf = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const rowOf = (cells: string[], index: number) =>
    new TableRow({ tableHeader: headerRow && index === 0, children: cells.map(cellOf) });
  return new Table({ rows: rows.map(rowOf) });
}

function paragraphOf(text: string, footnote: string | undefined): Paragraph {
  if (footnote === undefined) return new Paragraph(text);
  const note = new FootnoteReferenceRun({ children: [new Paragraph(footnote)] });
  return new Paragraph({ children: [new TextRun(text), note] });
}

function childrenOf(part: DocxPart): FileChild[] {
  if ("heading" in part) return [new Paragraph({ text: part.heading, heading: LEVELS[part.level ?? 1] })];
  if ("paragraph" in part) return [paragraphOf(part.paragraph, part.footnote)];
  if ("list" in part) return part.list.map((text) => new Paragraph({ text, bullet: { level: 0 } }));
  if ("picture" in part) {
    const image = { type: part.type ?? "png", data: part.picture, transformation: PICTURE_SIZE };
    return [new Paragraph({ children: [new ImageRun(image)] })];
  }
  return [tableOf(part.table, part.headerRow ?? true)];
}

/** A Word document with heading styles, bullets, tables, pictures, notes and margins. */
export function makeDocx(
  parts: readonly DocxPart[],
  { title = "Document", header, footer }: DocxOptions = {},
): Promise<Buffer> {
  const section = {
    children: parts.flatMap(childrenOf),
    ...(header === undefined
      ? {}
      : { headers: { default: new Header({ children: [new Paragraph(header)] }) } }),
    ...(footer === undefined
      ? {}
      : { footers: { default: new Footer({ children: [new Paragraph(footer)] }) } }),
  };
  return Packer.toBuffer(new Document({ title, sections: [section] }));
}
