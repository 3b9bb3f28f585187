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

/** How many records have the same number of fields, and how many fields those are; more than one. */
function agreementOf(text: string, delimiter: Delimiter): [records: number, fields: number] {
  const widths = scanCsv(text, delimiter, SAMPLE).map((record) => record.length);
  const counts = Map.groupBy(
    widths.filter((width) => width > 1),
    (width) => width,
  );
  return [...counts]
    .map(([width, all]): [number, number] => [all.length, width])
    .reduce(
      (best, one) => (one[0] > best[0] || (one[0] === best[0] && one[1] > best[1]) ? one : best),
      [0, 0],
    );
}

/** The delimiter that divides most records into the same number of fields: others are part of sentences. */
export function delimiterOf(text: string): Delimiter {
  const named = NAMED.exec(text)?.[1] as Delimiter | undefined;
  if (named !== undefined) return named;
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, agreement: agreementOf(text, delimiter) }));
  return scored.reduce((best, one) => {
    const [records, fields] = one.agreement;
    const [most, widest] = best.agreement;
    return records > most || (records === most && fields > widest) ? one : best;
  }).delimiter;
}
