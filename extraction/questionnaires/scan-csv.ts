import { lastOf } from "../../domain/last-of.rules.ts";

/** A field and its position in the text. */
export interface ScannedField {
  text: string;
  /** From its first character or quotation mark to the delimiter or line end. */
  start: number;
  end: number;
}

export type ScannedRecord = readonly [ScannedField, ...ScannedField[]];

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The first line of a file that names its delimiter, as Excel understands it. */
const NAMED = /^sep=([,;\t|])\r?\n/i;

/** A field that may contain delimiters, line breaks and, doubled, quotation marks. */
function quotedField(text: string, start: number): { value: string; end: number } {
  let value = "";
  let at = start + 1;
  for (;;) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, mark);
    if (text[mark + 1] !== '"') return { value, end: mark + 1 };
    value += '"';
    at = mark + 2;
  }
}

/** Reads one field; text between a closing quotation mark and the delimiter belongs to it. */
function fieldAt(text: string, start: number, ends: RegExp): ScannedField {
  const quoted = text[start] === '"' ? quotedField(text, start) : { value: "", end: start };
  ends.lastIndex = quoted.end;
  const end = ends.exec(text)?.index ?? text.length;
  return { text: quoted.value + text.slice(quoted.end, end), start, end };
}

/** The records of a CSV file (RFC 4180) with the positions of their fields, at most `max` of them. */
export function scanCsv(text: string, delimiter: Delimiter, max = Infinity): ScannedRecord[] {
  const ends = new RegExp(`[${delimiter}\\r\\n]`, "g");
  const records: ScannedRecord[] = [];
  let at = 0;
  while (at < text.length && records.length < max) {
    const record: [ScannedField, ...ScannedField[]] = [fieldAt(text, at, ends)];
    while (text[lastOf(record).end] === delimiter) record.push(fieldAt(text, lastOf(record).end + 1, ends));
    records.push(record);
    const { end } = lastOf(record);
    at = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
  return records;
}

const SAMPLE = 200;

/** How many records a delimiter divides into each number of fields; more than one. */
function divisionsBy(text: string, delimiter: Delimiter) {
  const widths = scanCsv(text, delimiter, SAMPLE).map((record) => record.length);
  const alike = Map.groupBy(
    widths.filter((width) => width > 1),
    (width) => width,
  );
  return [...alike].map(([fields, records]) => ({ delimiter, fields, records: records.length }));
}

/** The delimiter that divides most records into the same number of fields: others are part of sentences. */
export function delimiterOf(text: string): Delimiter {
  const mark = NAMED.exec(text)?.[1];
  const named = DELIMITERS.find((delimiter) => delimiter === mark);
  if (named !== undefined) return named;
  const [best] = DELIMITERS.flatMap((delimiter) => divisionsBy(text, delimiter)).toSorted(
    (a, b) => b.records - a.records || b.fields - a.fields,
  );
  return best?.delimiter ?? DELIMITERS[0];
}
