import type { TextRange } from "../chunking/sentences.ts";
import { termsOf } from "../index/stem-text.rules.ts";

const WINDOW_CHARS = 280;
/** No passage of prose is longer; only the beginning of longer ones is scanned. */
const MAX_READ = 20_000;
/** As in `termsOf`, but in a text as written: its letters may have combining marks. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.\-_][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

interface Match {
  start: number;
  end: number;
  /** The query term it matches; a window is better with more distinct ones. */
  term: string;
}

type Span = Pick<Match, "start" | "end">;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

/** The words of a range of a text, each with its start; words that it cuts are omitted. */
function* wordsIn(
  text: string,
  [from, to]: readonly [number, number],
): Generator<[word: string, at: number]> {
  const words = new RegExp(WORD);
  // Words have no spaces, so this is where one begins, or none is.
  words.lastIndex = from === 0 ? 0 : text.lastIndexOf(" ", from - 1) + 1;
  for (let found = words.exec(text); found !== null; found = words.exec(text)) {
    const [word] = found;
    if (found.index + word.length > to) return;
    if (found.index >= from) yield [word, found.index];
  }
}

function matchesIn(text: string, wanted: ReadonlySet<string>, range: readonly [number, number]): Match[] {
  return [...wordsIn(text, range)].flatMap(([word, start]) => {
    const term = termsOf(word).find((candidate) => wanted.has(candidate));
    return term === undefined ? [] : [{ start, end: start + word.length, term }];
  });
}

/** For a passage without matches. */
const BEGINNING = { start: 0, end: 0 };

/**
 * The first match of the earliest window with the most distinct terms. Each match enters and leaves the window
 * once.
 */
function bestFirst(matches: readonly Match[]): Span {
  const within = new Map<string, number>();
  let [best, next] = [0, 0];
  let chosen: Span = BEGINNING;
  for (const first of matches) {
    for (let match = matches[next]; match !== undefined; match = matches[(next += 1)]) {
      if (match.end - first.start > WINDOW_CHARS && match !== first) break;
      within.set(match.term, (within.get(match.term) ?? 0) + 1);
    }
    if (within.size > best) [best, chosen] = [within.size, first];
    const left = (within.get(first.term) ?? 1) - 1;
    if (left === 0) within.delete(first.term);
    else within.set(first.term, left);
  }
  return chosen;
}

/** Text shown before the first match. */
const LEAD_CHARS = 40;

/** Where a window should begin, and what it must show. */
interface Aim {
  begin: number;
  shown: Span;
}

const aimAtMatch = (match: Span): Aim => ({ begin: match.start - LEAD_CHARS, shown: match });

/** A sentence that is longer than a window, from its best words. */
function aimAtLongSentence({ start, end }: TextRange, matches: readonly Match[]): Aim {
  const within = matches.filter((match) => match.start >= start && match.end <= end);
  if (within.length === 0) return { begin: start, shown: { start, end: start } };
  const best = bestFirst(within);
  return { begin: Math.max(start, best.start - LEAD_CHARS), shown: best };
}

/** Not within a surrogate pair. */
const betweenCharacters = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;

/**
 * Moves a cut to the preceding (or, at the front, following) space, so that no word is split, unless what must
 * be shown would then be outside.
 */
function windowAt(text: string, { begin, shown: { start, end } }: Aim): [number, number] {
  const lead = betweenCharacters(text, Math.max(0, Math.min(begin, text.length - WINDOW_CHARS)));
  const isWhole = lead === 0 || /\s/u.test(text.charAt(lead - 1));
  const word = text.indexOf(" ", lead) + 1;
  const from = isWhole || word === 0 || word > start ? lead : word;
  const most = Math.max(from + WINDOW_CHARS, end);
  if (most >= text.length) return [from, text.length];
  const space = text.lastIndexOf(" ", most);
  return [from, space > from && space >= end ? space : betweenCharacters(text, most)];
}

/**
 * The most relevant part of a passage as HTML: escaped text with the query's words, given as terms, in
 * `<mark>`. About 280 characters, from the best sentence if it is known, otherwise where most words of the
 * query are; the beginning of the passage if it contains none.
 */
export function highlight(
  text: string,
  terms: ReadonlySet<string>,
  sentence: TextRange | null = null,
): string {
  const isShort = sentence !== null && sentence.end - sentence.start <= WINDOW_CHARS;
  // Stemming takes most of the time, so only words that may be shown are compared.
  const known = isShort ? windowAt(text, { begin: sentence.start, shown: sentence }) : null;
  const matches = matchesIn(text.slice(0, MAX_READ), terms, known ?? [0, MAX_READ]);
  const aim = (): Aim =>
    sentence === null ? aimAtMatch(bestFirst(matches)) : aimAtLongSentence(sentence, matches);
  const [from, to] = known ?? windowAt(text, aim());
  let html = from > 0 ? "… " : "";
  let at = from;
  for (const { start, end } of matches.filter((match) => match.start >= from && match.end <= to)) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return `${html}${escapeHtml(text.slice(at, to))}${to < text.length ? " …" : ""}`;
}
