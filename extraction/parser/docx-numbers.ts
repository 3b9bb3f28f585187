import { Parser } from "htmlparser2";
import type { DocxCounter } from "./docx-counter.ts";
import { readNumberProperty, type NumberProperties } from "./docx-numbering.ts";

interface Paragraph extends NumberProperties {
  style: string;
  /** Where its text begins in the XML. */
  start: number;
  hasText: boolean;
  isDeleted: boolean;
}

/** What readers see in a paragraph. */
const SHOWN = new Set(["w:t", "w:sym", "w:drawing", "w:pict", "w:object"]);

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const runOf = (number: string): string => `<w:r><w:t xml:space="preserve">${escaped(number)} </w:t></w:r>`;

/**
 * The XML of a document with the automatic numbers of headings and lists as text: people cite them. An empty paragraph
 * gets its number only in a table, where it numbers the row.
 */
export function withNumbers(xml: string, counter: DocxCounter): string {
  const open: Paragraph[] = [];
  const inserted: { at: number; text: string }[] = [];
  // Text boxes have copies for new readers, which mammoth does not read.
  let [cells, properties, changes, copies] = [0, 0, 0, 0];
  const close = ({ style, start, hasText, isDeleted, ...own }: Paragraph) => {
    if (isDeleted) return;
    const number = counter.next(style, own);
    if (number !== "" && (hasText || cells > 0)) inserted.push({ at: start, text: runOf(number) });
  };
  const parser: Parser = new Parser(
    {
      onopentag(tag, attributes) {
        const last = open.at(-1);
        if (tag === "mc:Choice") copies += 1;
        else if (tag === "w:tc") cells += 1;
        else if (copies > 0) return;
        else if (tag === "w:p")
          open.push({ style: "", start: parser.endIndex + 1, hasText: false, isDeleted: false });
        else if (tag === "w:pPrChange") changes += 1;
        else if (tag === "w:pPr") properties += 1;
        else if (last === undefined || changes > 0) return;
        else if (properties === 0) last.hasText ||= SHOWN.has(tag);
        else if (tag === "w:pStyle") last.style = attributes["w:val"] ?? "";
        else if (tag === "w:del") last.isDeleted = true;
        else readNumberProperty(last, tag, attributes["w:val"]);
      },
      onclosetag(tag) {
        if (tag === "mc:Choice") copies -= 1;
        else if (tag === "w:tc") cells -= 1;
        else if (copies > 0) return;
        else if (tag === "w:pPrChange") changes -= 1;
        else if (tag === "w:pPr") endProperties();
        else if (tag === "w:p") open.splice(-1).forEach(close);
      },
    },
    { xmlMode: true },
  );
  const endProperties = () => {
    properties -= 1;
    const last = open.at(-1);
    if (last !== undefined && properties === 0 && changes === 0) last.start = parser.endIndex + 1;
  };
  parser.end(xml);
  return insert(xml, inserted);
}

/** A text box ends before the paragraph around it, which begins earlier. */
function insert(xml: string, pieces: readonly { at: number; text: string }[]): string {
  let [result, from] = ["", 0];
  for (const { at, text } of pieces.toSorted((a, b) => a.at - b.at)) {
    result += xml.slice(from, at) + text;
    from = at;
  }
  return result + xml.slice(from);
}
