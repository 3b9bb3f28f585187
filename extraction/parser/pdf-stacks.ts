import { isSentence } from "./pdf-cells.ts";
import { joinLines } from "./pdf-columns.ts";
import { partsOf, type PdfCell, type PdfLine } from "./pdf-line.ts";

/*
 * Most programs write a table cell by cell: the lines of a cell follow each other, then those of the next one in its
 * row, which begin higher again. Such stacks of lines, beside each other, become one row.
 */

type Stack = [PdfCell, ...PdfCell[]];

/** Baselines further apart than this many letter heights belong to different cells. */
const LINE_GAP = 1.75;
/** Longer ones are columns of text. */
const MAX_LINES = 20;
const MAX_STACKS = 20;
/** Of the letter height, how far the bases of letters in one line may vary. */
const SAME_LINE = 0.2;

const leftOf = (stack: Stack): number => Math.min(...stack.map(({ x }) => x));
const rightOf = (stack: Stack): number => Math.max(...stack.map(({ x, right = x }) => right));
const topOf = (stack: Stack): number => stack[0].y;
const bottomOf = (stack: Stack): number => stack.at(-1)?.y ?? 0;

const continuesStack = (stack: Stack, line: PdfCell): boolean => {
  const gap = bottomOf(stack) - line.y;
  const isBelow = gap > line.size * SAME_LINE && gap <= line.size * LINE_GAP;
  return isBelow && line.x < rightOf(stack) && (line.right ?? line.x) > leftOf(stack);
};

const areBeside = (one: Stack, other: Stack): boolean => {
  const slack = one[0].size * SAME_LINE;
  return bottomOf(one) <= topOf(other) + slack && bottomOf(other) <= topOf(one) + slack;
};

/** Whether a line may begin the next stack of a row. */
const beginsStack = (stacks: readonly Stack[], line: PdfCell): boolean => {
  const last = stacks.at(-1);
  return last !== undefined && line.x > rightOf(last) && line.y >= bottomOf(last) - line.size * SAME_LINE;
};

/** The stacks that begin with a line, and the index of the line after them. */
function stacksFrom(lines: readonly PdfLine[], first: number): { stacks: Stack[]; end: number } {
  const stacks: Stack[] = [];
  let end = first;
  for (let line = lines[end]; line !== undefined && line.turns === 0; line = lines[end]) {
    const parts = partsOf(line);
    const [part, ...others] = parts;
    const last = stacks.at(-1);
    if (part === undefined || line.right === undefined || stacks.length > MAX_STACKS) break;
    if (last !== undefined && others.length === 0 && continuesStack(last, part)) {
      if (last.length === MAX_LINES) return { stacks: [], end };
      last.push(part);
    } else if (last === undefined || beginsStack(stacks, part))
      stacks.push(...parts.map((one): Stack => [one]));
    else break;
    end += 1;
  }
  return { stacks, end };
}

const textOf = (stack: Stack): string => stack.map(({ text }) => text).join(" ");

/** One line for the row, from the top of its stacks to their bottom. */
function rowOf(stacks: readonly Stack[]): PdfLine | null {
  const [first] = stacks;
  const isRow =
    first !== undefined &&
    stacks.length > 1 &&
    stacks.length <= MAX_STACKS &&
    stacks.some((stack) => stack.length > 1) &&
    stacks.every((stack, n) => stacks.every((other, m) => n === m || areBeside(stack, other)));
  if (!isRow) return null;
  const cells = stacks.map((stack) => {
    const bold = stack.every((line) => line.bold);
    return { ...stack[0], bold, text: textOf(stack), x: leftOf(stack), right: rightOf(stack) };
  });
  if (isSentence(cells)) return null;
  const [y, bottom] = [Math.max(...stacks.map(topOf)), Math.min(...stacks.map(bottomOf))];
  return { ...first[0], text: stacks.map(textOf).join(" "), x: leftOf(first), y, bottom, cells };
}

/** The rows that stacks make, and other lines at one height as one, with the original lines of each. */
export function arrangeLines(lines: readonly PdfLine[]): Map<PdfLine, PdfLine[]> {
  const arranged = new Map<PdfLine, PdfLine[]>();
  let loose: PdfLine[] = [];
  const release = (): void => {
    for (const [line, parts] of joinLines(loose)) arranged.set(line, parts);
    loose = [];
  };
  for (let at = 0; at < lines.length;) {
    const { stacks, end } = stacksFrom(lines, at);
    const row = rowOf(stacks);
    if (row === null) loose.push(...lines.slice(at, (at += 1)));
    else {
      release();
      arranged.set(row, lines.slice(at, end));
      at = end;
    }
  }
  release();
  return arranged;
}
