import type { Content, Layout } from "pdfmake";
import { HEAD_HEIGHT, KEPT_HEIGHT, TEXT_WIDTH, heightOf } from "./heights.ts";
import { alignmentOf, makePdf, outlined, textOf, withRoom, type PdfAbout } from "./make-pdf.ts";

const LABEL_WIDTH = 160;
const BAR_WIDTH = 230;
const BAR_HEIGHT = 9;
const GAP = 10;
/** Figures are set closer than prose, so that a project's figures fit on a page. */
const LINE_HEIGHT = 1;
const TRACK = "#e6e8ed";
const BAR = "#296bad";
/** A longer text below a heading may continue on the next page. */
const KEPT_TOGETHER = 400;
/** The texts below a heading that are kept with it. */
const MAX_KEPT_TEXTS = 6;
const TITLE_OF_TABLE = 10.5;
const [TEXT_SIZE, TABLE_SIZE] = [10, 8];
/** Bars or rows that stay with the heading above. */
const KEPT_ROWS = 3;
const PADDING = 6;
/** Title and column heads. */
const HEAD_ROWS = 2;
const LINE = "#b9c0cc";

const LINES = {
  hLineWidth: (line, { table: { body } }) =>
    line < HEAD_ROWS || line === body.length ? 0 : line === HEAD_ROWS ? 1 : 0.5,
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (column) => (column === 0 ? 0 : 3),
  paddingRight: () => 3,
} satisfies Layout;

export interface Bar {
  label: string;
  /** 0 to 1. */
  share: number;
  /** The text after the bar. */
  value: string;
}

export interface PdfColumn {
  head: string;
  /** In percent of the page width; the columns of a table add up to 100. */
  width: number;
}

/** The contents of a sheet, from top to bottom. */
export type PdfBlock =
  | { kind: "title" | "heading" | "subheading" | "line" | "caption"; text: string }
  /** Shares of a whole, as a chart. */
  | { kind: "bars"; bars: readonly Bar[] }
  /** Named figures. */
  | { kind: "rows"; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: "table"; title: string; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] };

const TEXTS = {
  title: { fontSize: 20, margin: [0, 0, 0, 6], bold: true, color: null },
  heading: { fontSize: 13, margin: [0, 11, 0, 4], bold: true, color: null },
  subheading: { fontSize: 10.5, margin: [0, 7, 0, 3], bold: true, color: null },
  line: { fontSize: 10, margin: [0, 0, 0, 2], bold: false, color: null },
  caption: { fontSize: 8, margin: [0, 2, 0, 4], bold: false, color: "#5b6270" },
} as const;

const ROLES = { title: "H1", heading: "H2", subheading: "H3" } as const;

const rectangle = (w: number, color: string) =>
  ({ type: "rect", x: 0, y: 0, w, h: BAR_HEIGHT, color }) as const;

function renderBar({ label, share, value }: Bar): Content {
  const filled = Math.min(1, Math.max(0, share)) * BAR_WIDTH;
  const bar = [rectangle(BAR_WIDTH, TRACK), ...(filled > 0 ? [rectangle(filled, BAR)] : [])];
  return {
    columns: [
      { text: textOf(label), width: LABEL_WIDTH },
      { canvas: bar, width: BAR_WIDTH, margin: [0, 1, 0, 0] },
      { text: textOf(value), width: "*" },
    ],
    columnGap: GAP,
    margin: [0, 0, 0, 2],
  };
}

const renderRow = ([label, value]: readonly [string, string]): Content => ({
  columns: [
    { text: textOf(label), width: LABEL_WIDTH },
    { text: textOf(value), width: "*" },
  ],
  columnGap: GAP,
  margin: [0, 0, 0, 2],
});

type Table = Extract<PdfBlock, { kind: "table" }>;

const widthOf = (column: PdfColumn | undefined): number =>
  ((column?.width ?? 0) * TEXT_WIDTH) / 100 - PADDING;

/** Title and column heads repeat on every page of the table. */
function renderTable({ title, columns, rows }: Table): Content {
  const heads = columns.map(({ head }): Content => ({ text: textOf(head, { bold: true }) }));
  const named: Content = {
    text: textOf(title, { bold: true }),
    colSpan: columns.length,
    fontSize: TITLE_OF_TABLE,
    margin: [0, 0, 0, 2],
  };
  const heightIn = (cells: readonly string[]): number =>
    Math.max(0, ...cells.map((text, n) => heightOf(text, TABLE_SIZE, widthOf(columns[n]))));
  const headHeight = heightOf(title, TITLE_OF_TABLE) + heightIn(columns.map(({ head }) => head));
  const areRepeated = headHeight <= HEAD_HEIGHT;
  const isKept = areRepeated && rows.every((cells) => heightIn(cells) <= KEPT_HEIGHT);
  return {
    margin: [0, 5, 0, 6],
    fontSize: TABLE_SIZE,
    layout: LINES,
    table: {
      heads: HEAD_ROWS,
      headerRows: areRepeated ? HEAD_ROWS : 0,
      keepWithHeaderRows: isKept ? 1 : 0,
      dontBreakRows: isKept,
      widths: columns.map(({ width }) => `${width}%`),
      body: [
        [named, ...columns.slice(1).map((): Content => ({ text: "" }))],
        heads,
        ...rows.map((cells) => cells.map((text): Content => ({ text: textOf(text), ...alignmentOf(text) }))),
      ],
    },
  };
}

/** With space below the last one. */
const withSpace = (contents: readonly Content[], space: number): Content[] =>
  contents.map((one, n) => (n === contents.length - 1 ? { ...one, margin: [0, 0, 0, 2 + space] } : one));

function rendered(block: PdfBlock): Content[] {
  switch (block.kind) {
    case "bars":
      return withSpace(block.bars.map(renderBar), 4);
    case "rows":
      return withSpace(block.rows.map(renderRow), 2);
    case "table":
      return [renderTable(block)];
    default: {
      const { fontSize, margin, bold, color } = TEXTS[block.kind];
      const [left, top, right, bottom] = margin;
      return [
        {
          text: textOf(block.text, { bold }),
          ...alignmentOf(block.text),
          fontSize,
          margin: [left, top, right, bottom],
          ...(color !== null && { color }),
          ...(block.kind in ROLES && { role: ROLES[block.kind as keyof typeof ROLES] }),
          ...((isHead(block) || block.kind === "title") && outlined(block.text)),
        },
      ];
    }
  }
}

const isHead = ({ kind }: PdfBlock): boolean => kind === "heading" || kind === "subheading";

/** The text below a heading, if it is short enough to be kept on the same page. */
const isIntroduction = (block: PdfBlock, texts: number): boolean =>
  (block.kind === "line" || block.kind === "caption") &&
  texts < MAX_KEPT_TEXTS &&
  block.text.length <= KEPT_TOGETHER;

const heightOfRow = ([label, value]: readonly [string, string], valueWidth: number): number =>
  Math.max(heightOf(label, TEXT_SIZE, LABEL_WIDTH), heightOf(value, TEXT_SIZE, valueWidth)) + 2;

/** Of a text, or of the first bars or rows. */
function heightOfStart(block: PdfBlock): number {
  const rowsWidth = TEXT_WIDTH - LABEL_WIDTH - GAP;
  const sum = (heights: readonly number[]) => heights.slice(0, KEPT_ROWS).reduce((a, b) => a + b, 0);
  switch (block.kind) {
    case "bars":
      return sum(
        block.bars.map(({ label, value }) => heightOfRow([label, value], rowsWidth - BAR_WIDTH - GAP)),
      );
    case "rows":
      return sum(block.rows.map((row) => heightOfRow(row, rowsWidth)));
    case "table":
      return Infinity;
    default: {
      const { fontSize, margin } = TEXTS[block.kind];
      return heightOf(block.text, fontSize) + margin[1] + margin[3];
    }
  }
}

/** Headings stay with the text below them, and both with the first of the bars or rows that they introduce. */
function inStacks(blocks: readonly PdfBlock[]): Content[] {
  const contents: Content[] = [];
  let held: Content[] = [];
  let [texts, height] = [0, 0];
  const release = (next?: PdfBlock): void => {
    if (held.length > 0)
      contents.push(...(next?.kind === "table" ? withRoom(held) : [{ stack: held, unbreakable: true }]));
    held = [];
    [texts, height] = [0, 0];
  };
  for (const block of blocks) {
    const heightOfBlock = heightOfStart(block);
    if ((isHead(block) && texts > 0) || height + heightOfBlock > KEPT_HEIGHT) release(block);
    const isHeld = isHead(block) || (held.length > 0 && isIntroduction(block, texts));
    const parts = rendered(block);
    if (isHeld && heightOfBlock <= KEPT_HEIGHT) {
      held.push(...parts);
      height += heightOfBlock;
      if (!isHead(block)) texts++;
      continue;
    }
    const start = held.length > 0 ? parts.splice(0, KEPT_ROWS) : [];
    held.push(...start);
    release();
    contents.push(...parts);
  }
  release();
  return contents;
}

/** A sheet as a PDF. `asOf`, the time of its data, is the only time in the file. */
export const sheetToPdf = (blocks: readonly PdfBlock[], about: PdfAbout): Promise<Buffer> =>
  makePdf(about, [{ stack: inStacks(blocks), lineHeight: LINE_HEIGHT }]);
