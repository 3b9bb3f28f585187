import type { PdfLine } from "./pdf-line.ts";
import type { Rectangle } from "./pdfium-annotations.ts";

/*
 * The values of form fields are annotations, and follow the text of their page. Here they return to their
 * labels: an answer far from its question could not be understood.
 */

/** The value of a field, as printed. */
export interface Answer extends Rectangle {
  text: string;
  isBox: boolean;
}

/** How many letter heights a box is at most before its label. */
const NEAR = 3;
/** Above everything else, a label is close in height. */
const ASIDE = 1 / 1000;

const isBeside = ({ turns, y, size }: PdfLine, { top, bottom }: Rectangle): boolean =>
  turns === 0 && y >= bottom - size / 2 && y <= top;

const nearest = (lines: readonly PdfLine[], distance: (line: PdfLine) => number): PdfLine | undefined =>
  lines.toSorted((a, b) => distance(a) - distance(b))[0];

/** The label that follows a box, or else none. */
const labelAfter = (labels: readonly PdfLine[], box: Answer): PdfLine | undefined =>
  nearest(
    labels.filter((label) => {
      const gap = label.x - box.right;
      return isBeside(label, box) && gap >= -1 && gap <= label.size * NEAR;
    }),
    (label) => label.x,
  );

/** The nearest line to the left of a field, or else above it. */
function labelBefore(labels: readonly PdfLine[], field: Answer): PdfLine | undefined {
  const beside = labels.filter((label) => isBeside(label, field) && label.x <= field.left);
  if (beside.length > 0) return nearest(beside, (label) => field.left - label.x);
  const above = labels.filter(
    ({ turns, x, y, size }) => turns === 0 && y >= field.top - size && x <= field.left + size,
  );
  return nearest(above, ({ x, y }) => y - field.top + (field.left - x) * ASIDE);
}

/** A line at the end of the page. */
const atEnd = ({ text, left, bottom }: Answer, size: number): PdfLine => ({
  text,
  x: left,
  y: bottom,
  size,
  bold: false,
  turns: 0,
});

/** A line whose answers follow it: its parts would repeat it without them. */
const whole = ({ cells: _cells, right: _right, ...line }: PdfLine): PdfLine => line;

/** The lines of a page with the answers after their labels, and those of boxes before them. Each is set like its label. */
export function placeAnswers(lines: readonly PdfLine[], answers: readonly Answer[]): PdfLine[] {
  const labels = lines.map(whole);
  const [before, after] = [new Map<PdfLine, PdfLine[]>(), new Map<PdfLine, PdfLine[]>()];
  const rest: PdfLine[] = [];
  for (const answer of answers) {
    const next = answer.isBox ? labelAfter(labels, answer) : undefined;
    const label = next ?? labelBefore(labels, answer);
    const places = next === undefined ? after : before;
    if (label === undefined) rest.push(atEnd(answer, labels[0]?.size ?? 10));
    else places.set(label, [...(places.get(label) ?? []), { ...label, text: answer.text }]);
  }
  const placed = labels.flatMap((label) => [
    ...(before.get(label) ?? []),
    label,
    ...(after.get(label) ?? []),
  ]);
  return [...placed, ...rest];
}
