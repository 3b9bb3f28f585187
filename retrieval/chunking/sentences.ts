import type { Tokenizer } from "../embedding/tokenizer.ts";

/** Offsets into a text. */
export interface TextRange {
  start: number;
  end: number;
}

/** An indivisible piece of a text, and its cost in word pieces. */
export interface Span extends TextRange {
  cost: number;
}

/**
 * Longer "words" (keys, encoded data) are split: models do not know them, and they would fill a chunk alone.
 */
const LONGEST_WORD = 32;
/** Text with few word pieces for its length (white space, unknown words) still takes space in a chunk. */
const CHARACTERS_PER_PIECE = 16;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = new RegExp(`\\S{1,${LONGEST_WORD}}`, "gu");

/** The cost of a text in a chunk: its word pieces, but at least a sixteenth of its characters. */
export function costOf(tokenizer: Pick<Tokenizer, "count">, text: string): number {
  return Math.max(tokenizer.count(text), Math.ceil(text.length / CHARACTERS_PER_PIECE));
}

/** Sentence boundaries. A single line break is only a wrapped line; an empty line ends a sentence. */
function sentenceSpans(text: string): TextRange[] {
  const unwrapped = text.replace(/(?<!\n)\r?\n(?!\r?\n)/gu, (breaks) => " ".repeat(breaks.length));
  return [...segmenter.segment(unwrapped)].flatMap(({ segment, index }) => {
    const body = segment.trim();
    if (body === "") return [];
    const start = index + segment.indexOf(body);
    return [{ start, end: start + body.length }];
  });
}

/** The sentences of a passage; each row of a table is one. Everything but white space is in one of them. */
export function sentencesIn(passage: string): TextRange[] {
  return [...passage.matchAll(/[^\r\n]+/gu)].flatMap(({ 0: line, index }) =>
    sentenceSpans(line).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
}

/** Splits at word boundaries what does not fit into `room`. */
function cutAtWords(tokenizer: Pick<Tokenizer, "count">, text: string, room: number): Span[] {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const match of text.matchAll(WORDS)) {
    const end = match.index + match[0].length;
    const cost = costOf(tokenizer, match[0]) + 1;
    if (open && open.cost + cost <= room) {
      open.cost += cost;
      open.end = end;
    } else {
      open = { start: match.index, end, cost };
      spans.push(open);
    }
  }
  return spans;
}

/**
 * The sentences of a text; one that costs more than `room` becomes several spans. Surrounding white space is
 * omitted.
 */
export function splitSentences(tokenizer: Pick<Tokenizer, "count">, text: string, room: number): Span[] {
  return sentenceSpans(text).flatMap(({ start, end }) =>
    splitToFit(tokenizer, text.slice(start, end), room).map((span) => ({
      start: start + span.start,
      end: start + span.end,
      cost: span.cost,
    })),
  );
}

/** The text as one span, or as several if it costs more than `room`. */
export function splitToFit(tokenizer: Pick<Tokenizer, "count">, text: string, room: number): Span[] {
  const cost = costOf(tokenizer, text);
  return cost <= room ? [{ start: 0, end: text.length, cost }] : cutAtWords(tokenizer, text, room);
}
