import {
  AlignmentType,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { Run } from "./parse-inline.ts";
import { parseMarkdown, type Block } from "./parse-markdown.ts";

const STEPS = "steps";
const PAGE_WIDTH = 9_000;
const LEVELS = {
  1: HeadingLevel.TITLE,
  2: HeadingLevel.HEADING_1,
  3: HeadingLevel.HEADING_2,
  4: HeadingLevel.HEADING_3,
} as const;
const GAP = { after: 120 };

// What XML cannot hold; it would make a file that Word refuses.
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const textRuns = (runs: readonly Run[], bold = false): TextRun[] =>
  runs.map(
    (run) =>
      new TextRun({
        text: run.text.toWellFormed().replaceAll(UNWRITABLE, ""),
        bold: bold || run.bold,
        italics: run.italic,
      }),
  );

function toTable(rows: Run[][][]): Table {
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const width = Math.floor(PAGE_WIDTH / columns);
  const cell = (runs: readonly Run[], isHead: boolean): TableCell =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      children: [new Paragraph({ children: textRuns(runs, isHead) })],
    });
  return new Table({
    width: { size: PAGE_WIDTH, type: WidthType.DXA },
    columnWidths: Array.from({ length: columns }, () => width),
    rows: rows.map(
      (cells, n) =>
        new TableRow({
          // Only where it is: a row that says "false" counts as a head for some readers.
          ...(n === 0 ? { tableHeader: true } : {}),
          children: Array.from({ length: columns }, (_, column) => cell(cells[column] ?? [], n === 0)),
        }),
    ),
  });
}

/** `list` counts the lists, so that each ordered one begins with 1. */
function toWord(block: Block, list: number): (Paragraph | Table)[] {
  switch (block.kind) {
    case "heading":
      return [new Paragraph({ heading: LEVELS[block.level], children: textRuns(block.runs) })];
    case "paragraph":
      return [new Paragraph({ spacing: GAP, children: textRuns(block.runs) })];
    case "list": {
      const style = block.ordered
        ? { numbering: { reference: STEPS, level: 0, instance: list } }
        : { bullet: { level: 0 } };
      return block.items.map((runs) => new Paragraph({ ...style, children: textRuns(runs) }));
    }
    case "table":
      return [toTable(block.rows), new Paragraph({ spacing: GAP, children: [] })];
  }
}

/** The markdown as a Word document. */
export function markdownToDocx(markdown: string, { title }: { title: string }): Promise<Buffer> {
  const level = { level: 0, format: LevelFormat.DECIMAL, text: "%1.", alignment: AlignmentType.START };
  const indent = { paragraph: { indent: { left: 720, hanging: 360 } } };
  const document = new Document({
    title,
    numbering: { config: [{ reference: STEPS, levels: [{ ...level, style: indent }] }] },
    sections: [{ children: parseMarkdown(markdown).flatMap(toWord) }],
  });
  return Packer.toBuffer(document);
}
