import type { Content } from "pdfmake";
import { makePdf, textOf } from "../../platform/pdf/make-pdf.ts";

const LABEL_WIDTH = 160;
const BAR_WIDTH = 230;
const BAR_HEIGHT = 9;
const GAP = 10;
/** Figures stand closer than prose, so that those of a project fit on a page. */
const LINE_HEIGHT = 1;
const TRACK = "#e6e8ed";
const BAR = "#296bad";

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

const rectangle = (w: number, color: string) =>
  ({ type: "rect", x: 0, y: 0, w, h: BAR_HEIGHT, color }) as const;

function drawn({ label, share, value }: Bar): Content {
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

/** An empty sheet; what it tells is as old as `asOf`, the only time that is in the file. */
export function createSheet(about: { title: string; asOf: Date }): Sheet {
  const content: Content[] = [];
  const write = (text: string, fontSize: number, [above, below]: [number, number], bold = false): void =>
    void content.push({ text: textOf(text, { bold }), fontSize, margin: [0, above, 0, below] });
  return {
    title: (text) => write(text, 20, [0, 6], true),
    heading: (text) => write(text, 13, [11, 4], true),
    line: (text) => write(text, 10, [0, 2]),
    bars: (bars) => void content.push(...bars.map(drawn)),
    save: () => makePdf(about, [{ stack: content, lineHeight: LINE_HEIGHT }]),
  };
}
