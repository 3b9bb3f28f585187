import { Parser } from "htmlparser2";

/*
 * mammoth reads text boxes only in the old notation, which Word writes as a fallback beside the new one; other programs
 * write the new one alone. Here elements of the new notation get the names of old ones.
 */

interface Element {
  name: string;
  /** Where its tags begin in the XML, behind the bracket; the end tag may be part of the start tag. */
  start: number;
  to?: string;
}

interface Rename {
  at: number;
  from: string;
  to: string;
}

/** Deeper documents are refused. */
const MAX_DEPTH = 2_000;
const BOX = "w:txbxContent";
const GROUP = "w:smartTag";
const DRAWING = "w:drawing";
/** mammoth moves its paragraphs behind the one around it. */
const OLD_DRAWING = "w:pict";

/** Names the elements around a text box, outwards to its drawing. */
function openBox(open: readonly Element[]): void {
  if (!open.some(({ name }) => name === DRAWING)) return;
  for (const element of open.toReversed()) {
    if (element.to !== undefined) return;
    element.to = element.name === DRAWING ? OLD_DRAWING : GROUP;
    if (element.name === DRAWING) return;
  }
}

/** The new notation, and whether there is an old one with contents. */
interface Alternatives {
  choice: { start: number; end: number } | null;
  fallback: { isEmpty: boolean } | null;
}

const CHOICE = "mc:Choice";
const FALLBACK = "mc:Fallback";

/** The XML in which the text of all boxes is where mammoth reads it. */
export function withBoxes(xml: string): string {
  if (!xml.includes("wps:txbx") && !xml.includes(CHOICE)) return xml;
  const open: Element[] = [];
  const alternatives: Alternatives[] = [];
  const renames: Rename[] = [];
  const parser: Parser = new Parser(
    {
      onopentag(name) {
        const last = alternatives.at(-1);
        if (open.at(-1)?.name === FALLBACK && last?.fallback) last.fallback.isEmpty = false;
        open.push({ name, start: parser.startIndex + 1 });
        if (name === "mc:AlternateContent") alternatives.push({ choice: null, fallback: null });
        else if (name === FALLBACK && last) last.fallback = { isEmpty: true };
        else if (name === BOX && open.length <= MAX_DEPTH) openBox(open.slice(0, -1));
      },
      onclosetag(name) {
        const element = open.pop();
        const end = parser.startIndex + 2;
        const last = alternatives.at(-1);
        if (element?.to !== undefined) {
          const { start, to } = element;
          renames.push({ at: start, from: name, to });
          if (end - 2 !== start - 1) renames.push({ at: end, from: name, to });
        }
        if (element === undefined || last === undefined) return;
        if (name === CHOICE) last.choice ??= { start: element.start, end };
        else if (name === "mc:AlternateContent") renames.push(...chosen(alternatives.pop()));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return renamed(xml, renames);
}

/** Without an old notation, the first new one takes its name. */
function chosen({ choice, fallback }: Alternatives = { choice: null, fallback: null }): Rename[] {
  if (choice === null || (fallback !== null && !fallback.isEmpty)) return [];
  return [choice.start, choice.end].map((at) => ({ at, from: CHOICE, to: FALLBACK }));
}

function renamed(xml: string, renames: readonly Rename[]): string {
  let [result, from] = ["", 0];
  for (const rename of renames.toSorted((a, b) => a.at - b.at)) {
    if (rename.at < from || !xml.startsWith(rename.from, rename.at)) continue;
    result += xml.slice(from, rename.at) + rename.to;
    from = rename.at + rename.from.length;
  }
  return result + xml.slice(from);
}
