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
  type IParagraphOptions,
} from "docx";
import { cellText } from "../workbook/cell-text.ts";
import { readMarkdown, type MarkdownBlock, type Run } from "./read-markdown.ts";

const STEPS = "steps";
const PAGE_WIDTH = 9_000;
const LEVELS = {
  1: HeadingLevel.TITLE,
  2: HeadingLevel.HEADING_1,
  3: HeadingLevel.HEADING_2,
  4: HeadingLevel.HEADING_3,
} as const;
const GAP = { after: 120 };

// Characters that XML cannot contain; Word would refuse the file.
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
          // Only if true: some readers treat a row with "false" as a header.
          ...(n === 0 ? { tableHeader: true } : {}),
          cantSplit: true,
          children: Array.from({ length: columns }, (_, column) => cell(cells[column] ?? [], n === 0)),
        }),
    ),
  });
}

/** Word knows nine levels, from 0. */
const DEEPEST = 8;
const INDENT = 360;

/** The position of a block: its indentation in steps, and the list whose item it is. */
interface ListPosition {
  indent: number;
  item: { ordered: boolean; level: number; instance: number } | null;
}

/** Creates one document; numbers its lists, so that each ordered list starts from 1. */
class WordWriter {
  #lists = 0;

  blocks(blocks: readonly MarkdownBlock[], position: ListPosition): (Paragraph | Table)[] {
    // The bullet or number precedes the first block of an item.
    return blocks.flatMap((block, n) => this.#block(block, n === 0 ? position : { ...position, item: null }));
  }

  #block(block: MarkdownBlock, position: ListPosition): (Paragraph | Table)[] {
    switch (block.kind) {
      case "heading":
        // Word would leave it alone at the end of a page.
        return [
          new Paragraph({ heading: LEVELS[block.level], keepNext: true, children: textRuns(block.runs) }),
        ];
      case "paragraph":
        return [new Paragraph({ ...styleOf(position), children: textRuns(block.runs) })];
      case "code":
        return block.lines.map(
          (line) => new Paragraph({ ...styleOf(position), children: textRuns([plainRun(line)]) }),
        );
      case "quote":
        return this.blocks(block.blocks, { indent: position.indent + 1, item: null });
      case "list":
        return this.#list(block, position);
      case "table":
        return [toTable(block.rows), new Paragraph({ spacing: GAP, children: [] })];
    }
  }

  #list(
    { start, items }: Extract<MarkdownBlock, { kind: "list" }>,
    { indent }: ListPosition,
  ): (Paragraph | Table)[] {
    this.#lists += 1;
    const item = { ordered: start !== null, level: Math.min(DEEPEST, indent), instance: this.#lists };
    return items.flatMap((blocks) => this.blocks(blocks, { indent: indent + 1, item }));
  }
}

const plainRun = (text: string): Run => ({ text, bold: false, italic: false });

function styleOf({ indent, item }: ListPosition): IParagraphOptions {
  if (item === null)
    return {
      spacing: GAP,
      ...(indent > 0 ? { indent: { left: Math.min(indent, DEEPEST) * INDENT * 2 } } : {}),
    };
  const { ordered, level, instance } = item;
  return ordered ? { numbering: { reference: STEPS, level, instance } } : { bullet: { level } };
}

const LEVELS_OF_STEPS = Array.from({ length: DEEPEST + 1 }, (_, level) => ({
  level,
  format: LevelFormat.DECIMAL,
  text: `%${level + 1}.`,
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left: 2 * INDENT * (level + 1), hanging: INDENT } } },
}));

const NAMESPACES = [
  'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:dcterms="http://purl.org/dc/terms/"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
].join(" ");

/** Our own: the library's would name an author "Un-named" and the time of the download. */
function propertiesXml({ title, asOf }: DocxAbout): string {
  const time = `xsi:type="dcterms:W3CDTF">${asOf.toISOString()}`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties ${NAMESPACES}><dc:title>${cellText(title)}</dc:title><dcterms:created ${time}</dcterms:created><dcterms:modified ${time}</dcterms:modified></cp:coreProperties>`;
}

export interface DocxAbout {
  title: string;
  asOf: Date;
}

/** The markdown as a Word document. */
export function markdownToDocx(markdown: string, about: DocxAbout): Promise<Buffer> {
  const document = new Document({
    numbering: { config: [{ reference: STEPS, levels: LEVELS_OF_STEPS }] },
    sections: [{ children: new WordWriter().blocks(readMarkdown(markdown), { indent: 0, item: null }) }],
  });
  return Packer.toBuffer(document, undefined, [{ path: "docProps/core.xml", data: propertiesXml(about) }]);
}
