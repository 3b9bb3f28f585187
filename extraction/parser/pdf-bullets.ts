import type { PdfLine } from "./pdf-line.ts";
import type { Rectangle } from "./pdfium-annotations.ts";

/*
 * Many programs draw the bullets of lists as shapes, or write them after all texts of a list: here they return to the
 * lines that they stand before.
 */

export const BULLET = /^[\uf0b7\uf0a7\uf0d8•●▪◦‣·∙■□–*-]\s+/;
const ALONE = /^\s*[\uf0b7\uf0a7\uf0d8•●▪◦‣∙■□]\s*$/;
const SIGN = "•";
/** How Word writes the bullets of an inner list, which a gap separates from the text. */
const HOLLOW = "o";

/** All in letter heights: how wide a bullet is at most, and how far from its text. */
const MAX_SIZE = 0.7;
const MAX_GAP = 3;
/** More signs so far before a text are a row of dots. */
const ROW = 8;
/** Its middle is at most so far above the base of the text. */
const HIGHEST = 0.8;

type Heights = ReadonlyMap<number, readonly Rectangle[]>;

const middleOf = ({ bottom, top }: Rectangle): number => (bottom + top) / 2;

/** The place of a sign, at the height of small letters. */
const placeOf = ({ x, right = x, y, size }: PdfLine): Rectangle => ({
  left: x,
  right,
  bottom: y,
  top: y + size / 2,
});

/** The bullet that a line stands after. */
function markBefore(heights: Heights, { x, y, size, turns }: PdfLine): Rectangle | null {
  if (turns !== 0) return null;
  const near: Rectangle[] = [];
  for (let height = Math.floor(y); height <= y + size * HIGHEST; height += 1)
    for (const mark of heights.get(height) ?? [])
      if (mark.right <= x && mark.right >= x - size * ROW && middleOf(mark) >= y) near.push(mark);
  const [mark, ...others] = near;
  if (mark === undefined || others.length > 0) return null;
  const isBullet = mark.right - mark.left <= size * MAX_SIZE && x - mark.right <= size * MAX_GAP;
  return isBullet ? mark : null;
}

function withSign(line: PdfLine): PdfLine {
  const { text, cells = [] } = line;
  const [first, ...others] = cells;
  const marked = { ...line, text: `${SIGN} ${text}` };
  return first === undefined
    ? marked
    : { ...marked, cells: [{ ...first, text: `${SIGN} ${first.text}` }, ...others] };
}

/** Whether a line begins with the bullet of an inner list. */
function hasHollow({ cells: [first, second, ...others] = [] }: PdfLine): boolean {
  if (first?.text !== HOLLOW || second === undefined || others.length > 0) return false;
  return second.x - first.x <= first.size * MAX_GAP;
}

/** The lines of a page, each with its bullet. `shapes`: the places of small ones. */
export function withBullets(lines: readonly PdfLine[], shapes: readonly Rectangle[]): PdfLine[] {
  const signs = new Map(
    lines.filter(({ text, turns }) => turns === 0 && ALONE.test(text)).map((line) => [line, placeOf(line)]),
  );
  const heights = Map.groupBy([...shapes, ...signs.values()], (mark) => Math.floor(middleOf(mark)));
  const used = new Set<Rectangle>();
  const marked = lines.map((line): [PdfLine, PdfLine] => {
    if (BULLET.test(line.text) || signs.has(line)) return [line, line];
    const mark = markBefore(heights, line);
    if (mark !== null) used.add(mark);
    const text = mark === null && hasHollow(line) ? line.text.replace(HOLLOW, SIGN) : line.text;
    return [line, mark === null ? { ...line, text } : withSign(line)];
  });
  return marked.flatMap(([line, one]) => {
    const sign = signs.get(line);
    return sign !== undefined && used.has(sign) ? [] : [one];
  });
}
