import type { Content, Text } from "pdfmake";
import { beginningOf } from "../../beginning-of.ts";
import { HEAD_HEIGHT, KEPT_HEIGHT, TEXT_WIDTH, heightOf } from "../pdf/heights.ts";
import { isRightToLeft } from "../pdf/order-line.ts";
import { alignmentOf, makePdf, outlined, textOf, withRoom } from "../pdf/make-pdf.ts";
import { languageOf } from "./language-of.ts";
import { plainText, readMarkdown, type MarkdownBlock, type Run } from "./read-markdown.ts";

const HEADINGS = { 1: 20, 2: 14, 3: 11.5, 4: 10.5 } as const;
/** Minimum and maximum characters for dividing the width among columns. */
const [NARROWEST, WIDEST] = [12, 60] as const;
/** Longer paragraphs may continue on the next page. */
const KEPT_TOGETHER = 400;
const [TEXT_SIZE, TABLE_SIZE] = [10, 9];
/** Between two columns. */
const PADDING = 16;
/** Deeper lists and quotations are not indented further, for lack of space. */
const MAX_INDENTS = 6;

/** Layout time grows faster than the length of a paragraph, so long ones are split. */
const MAX_LETTERS = 4_000;

/** Splits runs into groups of at most MAX_LETTERS characters, at a space near the end if there is one. */
function inGroups(runs: readonly Run[]): Run[][] {
  let group: Run[] = [];
  const groups = [group];
  let room = MAX_LETTERS;
  for (const run of runs) {
    let { text } = run;
    while (text.length > room) {
      const space = text.lastIndexOf(" ", room);
      const end = space > room - 100 && space > 0 ? space : beginningOf(text, room).length;
      group.push({ ...run, text: text.slice(0, end) });
      group = [];
      groups.push(group);
      text = text.slice(end).trimStart();
      room = MAX_LETTERS;
    }
    group.push({ ...run, text });
    room -= text.length;
  }
  return groups;
}

const inOneStyle = (runs: readonly Run[], style: { bold?: boolean }, isToTheLeft: boolean): Text[] =>
  runs.flatMap(({ text, bold, italic }) =>
    textOf(text, { bold: bold || style.bold === true, italic }, isToTheLeft),
  );

/** The text of an element as `content` for pdfmake. */
function textContent(runs: readonly Run[], style: { bold?: boolean } = {}): Content {
  const text = plainText(runs);
  const isToTheLeft = isRightToLeft(text);
  const [first, ...others] = inGroups(runs).map((group): Content => ({
    text: inOneStyle(group, style, isToTheLeft),
    ...alignmentOf(text),
  }));
  return others.length === 0 ? first! : { stack: [first!, ...others] };
}

const PLAIN = { bold: false, italic: false };

const lengthOf = (runs: readonly Run[]): number => plainText(runs).length;

/** The shares of columns in the width: by their longest text, within bounds. */
function widthsOf(rows: readonly Run[][][], columns: number): number[] {
  const weights = Array.from({ length: columns }, (_, n) => {
    const longest = Math.max(...rows.map((cells) => lengthOf(cells[n] ?? [])));
    return Math.min(WIDEST, Math.max(NARROWEST, longest));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function tableContent({ rows }: Extract<MarkdownBlock, { kind: "table" }>): Content {
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const widths = widthsOf(rows, columns);
  const heightIn = (cells: readonly Run[][] = []): number =>
    Math.max(
      0,
      ...cells.map((runs, n) => heightOf(plainText(runs), TABLE_SIZE, widths[n]! * TEXT_WIDTH - PADDING)),
    );
  const areKept = rows.every((cells) => heightIn(cells) <= KEPT_HEIGHT);
  return {
    margin: [0, 2, 0, 10],
    fontSize: TABLE_SIZE,
    layout: "lightHorizontalLines",
    table: {
      heads: 1,
      headerRows: heightIn(rows[0]) <= HEAD_HEIGHT ? 1 : 0,
      keepWithHeaderRows: areKept ? 1 : 0,
      dontBreakRows: areKept,
      widths: widths.map((share) => `${100 * share}%`),
      body: rows.map((cells, row) =>
        Array.from({ length: columns }, (_, n) => textContent(cells[n] ?? [], { bold: row === 0 })),
      ),
    },
  };
}

function listContent({ start, items }: Extract<MarkdownBlock, { kind: "list" }>, depth: number): Content {
  const contents = items.map((blocks) => ({ stack: contentsOf(blocks, depth + 1) }));
  if (depth >= MAX_INDENTS) return { stack: contents };
  const margin: [number, number, number, number] = [4, 0, 0, 6];
  return start === null ? { ul: contents, margin } : { ol: contents, start, margin };
}

function contentOf(block: MarkdownBlock, depth: number): Content {
  switch (block.kind) {
    case "heading":
      return {
        ...textContent(block.runs, { bold: true }),
        ...outlined(plainText(block.runs)),
        role: `H${block.level}`,
        fontSize: HEADINGS[block.level],
        margin: [0, HEADINGS[block.level] * 0.6, 0, 4],
      };
    case "paragraph":
      return { ...textContent(block.runs), margin: [0, 0, 0, depth === 0 ? 6 : 2] };
    case "code":
      return {
        stack: block.lines.map((line) => ({
          ...textContent([{ text: line, ...PLAIN }]),
          preserveLeadingSpaces: true,
        })),
        margin: [12, 2, 0, 8],
        fontSize: 9,
      };
    case "quote":
      return {
        stack: contentsOf(block.blocks, depth + 1),
        role: "BlockQuote",
        margin: [depth < MAX_INDENTS ? 14 : 0, 0, 0, 6],
      };
    case "list":
      return listContent(block, depth);
    case "table":
      return tableContent(block);
  }
}

const isShortHeading = (block: MarkdownBlock): boolean =>
  block.kind === "heading" && heightOf(plainText(block.runs), HEADINGS[block.level]) <= HEAD_HEIGHT;

/** Whether a heading and the paragraph below it stay together: together they fit on a page. */
function areTogether(heading: MarkdownBlock, next: MarkdownBlock | undefined): next is MarkdownBlock {
  if (heading.kind !== "heading" || next?.kind !== "paragraph" || lengthOf(next.runs) > KEPT_TOGETHER)
    return false;
  const height =
    heightOf(plainText(heading.runs), HEADINGS[heading.level]) + heightOf(plainText(next.runs), TEXT_SIZE);
  return height <= KEPT_HEIGHT;
}

/** A heading stays on the page of what follows. */
function contentsOf(blocks: readonly MarkdownBlock[], depth: number): Content[] {
  const contents: Content[] = [];
  for (let n = 0; n < blocks.length; n += 1) {
    const [block, next] = [blocks[n]!, blocks[n + 1]];
    const content = contentOf(block, depth);
    if (areTogether(block, next)) {
      contents.push({ stack: [content, contentOf(next, depth)], unbreakable: true });
      n += 1;
    } else if (next !== undefined && isShortHeading(block)) contents.push(...withRoom([content]));
    else contents.push(content);
  }
  return contents;
}

/** The markdown as a PDF; the same markdown and date produce the same bytes. */
export function markdownToPdf(markdown: string, about: { title: string; asOf: Date }): Promise<Buffer> {
  const language = languageOf(markdown);
  return makePdf({ ...about, ...(language !== null && { language }) }, contentsOf(readMarkdown(markdown), 0));
}
