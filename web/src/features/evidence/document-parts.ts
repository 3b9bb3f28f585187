import type { AnswerOf } from "../../http/answer-of.ts";

export type Passage = Pick<
  AnswerOf<"/evidence/{id}/passages">["passages"][number],
  "ordinal" | "text" | "headings" | "page" | "sheet" | "tables"
>;

interface TableRow {
  /** The passage that contains it. */
  ordinal: number;
  cells: readonly string[];
}

export type DocumentPart =
  | { kind: "page"; page: number }
  | { kind: "sheet"; sheet: string }
  | { kind: "heading"; text: string }
  | { kind: "text"; ordinal: number; text: string }
  | { kind: "table"; header: readonly string[]; rows: TableRow[] };

const isSameHeader = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, column) => name === b[column]);

/** What begins with the passage: a page, a sheet, a section. */
function openings(passage: Passage, before: Passage | undefined): DocumentPart[] {
  const { headings, page, sheet, text } = passage;
  const parts: DocumentPart[] = [];
  if (page !== null && page !== before?.page) parts.push({ kind: "page", page });
  if (sheet !== null && sheet !== before?.sheet) parts.push({ kind: "sheet", sheet });
  const heading = headings.at(-1);
  const isNew = heading !== undefined && heading !== before?.headings.at(-1) && heading !== sheet;
  if (isNew && !text.startsWith(heading)) parts.push({ kind: "heading", text: heading });
  return parts;
}

/** The text of the passage, with its rows as tables. */
function contents({ ordinal, text, tables }: Passage): DocumentPart[] {
  const parts: DocumentPart[] = [];
  let from = 0;
  const addText = (end: number): void => {
    const between = text.slice(from, end).trim();
    if (between !== "") parts.push({ kind: "text", ordinal, text: between });
  };
  for (const { start, end, header, rows } of tables) {
    addText(start);
    parts.push({ kind: "table", header, rows: rows.map((cells) => ({ ordinal, cells })) });
    from = end;
  }
  addText(text.length);
  return parts;
}

/** The passages as one document: a table that several passages share is one again. */
export function documentParts(passages: readonly Passage[]): DocumentPart[] {
  const parts: DocumentPart[] = [];
  passages.forEach((passage, index) => {
    for (const part of [...openings(passage, passages[index - 1]), ...contents(passage)]) {
      const last = parts.at(-1);
      const continues =
        part.kind === "table" && last?.kind === "table" && isSameHeader(part.header, last.header);
      if (continues) last.rows.push(...part.rows);
      else parts.push(part);
    }
  });
  return parts;
}
