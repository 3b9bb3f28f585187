import { makeDocx } from "../../sample-files/make-docx.ts";
import { makeJpg, makePng } from "../../sample-files/make-image.ts";
import { makePdf } from "../../sample-files/make-pdf.ts";
import { makeXlsx } from "../../sample-files/make-workbook.ts";
import type { DemoFile } from "../demo-file.ts";

type Ending = "pdf" | "docx" | "xlsx" | "png" | "jpg";

/** A short file: its topic, control, age, and two sentences. */
export type Plain = [
  title: string,
  control: string,
  ending: Ending,
  daysAgo: number,
  first: string,
  second: string,
];

/** The common text of these files, so that they read like records. */
const around = ([title, , , daysAgo, first, second]: Plain, day: (daysAgo: number) => string): string[] => [
  `${title} of Example Cloud, as of ${day(daysAgo)}.`,
  first,
  second,
  `Approved by the Security Officer on ${day(daysAgo)}. The next review is due in twelve months.`,
];

/** The text that fits into one line of a picture. */
const PICTURE_LINE = /.{1,50}(?=\s|$)/g;

const wrapped = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.match(PICTURE_LINE) ?? []).map((line) => line.trim());

const MAKE: Record<Ending, (title: string, lines: string[]) => Promise<Buffer> | Buffer> = {
  pdf: (title, lines) => makePdf({ pages: [[title, "", ...lines]], headings: [title], title }),
  docx: (title, lines) =>
    makeDocx([{ heading: title }, ...lines.map((paragraph) => ({ paragraph }))], { title }),
  xlsx: (title, lines) =>
    makeXlsx([
      {
        name: title.slice(0, 30),
        rows: [["Number", "Statement"], ...lines.map((line, index) => [index + 1, line])],
      },
    ]),
  png: (title, lines) => makePng(wrapped([title, ...lines])),
  jpg: (title, lines) => makeJpg(wrapped([title, ...lines])),
};

export const plainFile = (plain: Plain): DemoFile => {
  const [title, control, ending, daysAgo, first] = plain;
  const name = `${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.${ending}`;
  const make: DemoFile["make"] = (day) => MAKE[ending](title, around(plain, day));
  return { name, title, description: first, control, daysAgo, make };
};
