import { partsOf, type PdfCell, type PdfLine } from "./pdf-line.ts";

/*
 * Some programs write the columns of a page line by line across all of them. Text in columns differs from a table
 * by long texts that begin at the same places, in many lines, and by lines that continue a sentence.
 */

const MIN_LINES = 4;
const MAX_COLUMNS = 4;
/** Letters of a part, on average of each column: numbers and signs beside texts belong to these. */
const MIN_LETTERS = 20;
/** The share of lines that begin within a sentence: cells of a table begin with a capital letter or a number. */
const MIN_CONTINUED = 0.2;
const CONTINUED = /^[\p{Ll}\p{Lo}]/u;
const LETTERS = /\p{L}/gu;
/** In points. */
const TOLERANCE = 3;
/** Of the letter height, how far the base of letters in one line may vary. */
const SAME_LINE = 0.2;

const continuesLine = (last: PdfLine, line: PdfLine): boolean =>
  last.turns === 0 &&
  line.turns === 0 &&
  Math.abs(last.y - line.y) <= last.size * SAME_LINE &&
  last.right !== undefined &&
  last.right < line.x;

/** Lines at one height as one, and the original lines of each. */
export function joinLines(lines: readonly PdfLine[]): Map<PdfLine, PdfLine[]> {
  const joined: PdfLine[][] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last?.length && continuesLine(last.at(-1) ?? line, line)) last.push(line);
    else joined.push([line]);
  }
  return new Map(
    joined.map((parts) => {
      const [first] = parts as [PdfLine];
      const text = parts.map((part) => part.text).join(" ");
      return [parts.length === 1 ? first : { ...first, text, cells: parts.flatMap(partsOf) }, parts];
    }),
  );
}

const columnOf = (starts: readonly number[], { x }: PdfCell): number =>
  starts.findIndex((start) => Math.abs(start - x) <= TOLERANCE);

/** The end of the lines from the first one on that have nothing but parts of its columns. */
function endOfColumns(lines: readonly PdfLine[], first: number, starts: readonly number[]): number {
  let end = first + 1;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const above = lines[end - 1]?.y ?? 0;
    if (
      line.y >= above ||
      line.bottom !== undefined ||
      partsOf(line).some((part) => columnOf(starts, part) < 0)
    )
      break;
    end += 1;
  }
  return end;
}

const lettersIn = (text: string): number => text.match(LETTERS)?.length ?? 0;

const isText = (lines: readonly PdfLine[], starts: readonly number[]): boolean => {
  const whole = lines.filter(({ cells }) => cells?.length === starts.length);
  const lettersOf = (column: number) =>
    whole.reduce((sum, { cells }) => sum + lettersIn(cells?.[column]?.text ?? ""), 0);
  const continuedIn = (column: number) =>
    whole.filter(({ cells }) => CONTINUED.test(cells?.[column]?.text ?? "")).length;
  return (
    whole.length >= MIN_LINES &&
    starts.every((_, column) => lettersOf(column) >= MIN_LETTERS * whole.length) &&
    starts.every((_, column) => continuedIn(column) >= MIN_CONTINUED * (whole.length - 1))
  );
};

/** The lines of a page, with those across columns as the lines of one column after the other. */
export function splitColumns(lines: readonly PdfLine[]): PdfLine[] {
  const split: PdfLine[] = [];
  for (let at = 0; at < lines.length;) {
    const isRow = lines[at]?.bottom !== undefined;
    const starts = lines[at]?.cells?.map(({ x }) => x) ?? [];
    const mayBe = !isRow && starts.length > 1 && starts.length <= MAX_COLUMNS;
    const end = mayBe ? endOfColumns(lines, at, starts) : at + 1;
    const block = lines.slice(at, end);
    if (mayBe && isText(block, starts)) {
      const parts = block.flatMap(partsOf);
      for (const column of starts.keys())
        split.push(...parts.filter((part) => columnOf(starts, part) === column));
    } else split.push(...block);
    at = end;
  }
  return split;
}
