import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, type FileChild } from "docx";

export type DocxPart =
  | { heading: string; level?: 1 | 2 | 3 }
  | { paragraph: string }
  | { list: string[] }
  | { table: string[][]; headerRow?: boolean };

const LEVELS = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 };

function tableOf(rows: string[][], headerRow: boolean): Table {
  const cellOf = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const rowOf = (cells: string[], index: number) =>
    new TableRow({ tableHeader: headerRow && index === 0, children: cells.map(cellOf) });
  return new Table({ rows: rows.map(rowOf) });
}

function childrenOf(part: DocxPart): FileChild[] {
  if ("heading" in part) return [new Paragraph({ text: part.heading, heading: LEVELS[part.level ?? 1] })];
  if ("paragraph" in part) return [new Paragraph(part.paragraph)];
  if ("list" in part) return part.list.map((text) => new Paragraph({ text, bullet: { level: 0 } }));
  return [tableOf(part.table, part.headerRow ?? true)];
}

/** A Word document with real heading styles, bullets and tables. */
export function makeDocx(parts: readonly DocxPart[], title = "Document"): Promise<Buffer> {
  return Packer.toBuffer(new Document({ title, sections: [{ children: parts.flatMap(childrenOf) }] }));
}
