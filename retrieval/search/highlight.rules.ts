import { termsOf } from "../index/stem-text.rules.ts";

const WINDOW_CHARS = 280;
/** No passage of prose is longer; only the beginning of longer ones is scanned. */
const MOST_READ = 20_000;
const WORD = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

function matchesIn(text: string, wanted: ReadonlySet<string>): Match[] {
  return [...text.matchAll(WORD)].flatMap((word) => {
    const term = termsOf(word[0]).find((candidate) => wanted.has(candidate));
    return term === undefined ? [] : [{ start: word.index, end: word.index + word[0].length, term }];
  });
}

/**
 * The earliest start of a window with the most distinct terms. Each match enters and leaves the window once.
 */
function bestStart(matches: readonly Match[]): number {
  const within = new Map<string, number>();
  let [best, start, next] = [0, 0, 0];
  for (const first of matches) {
    for (; next < matches.length; next++) {
      const match = matches[next]!;
      if (match.end - first.start > WINDOW_CHARS && match !== first) break;
      within.set(match.term, (within.get(match.term) ?? 0) + 1);
    }
    if (within.size > best) [best, start] = [within.size, first.start];
    const left = (within.get(first.term) ?? 1) - 1;
    if (left === 0) within.delete(first.term);
    else within.set(first.term, left);
  }
  return start;
}

/** Moves a cut to the preceding (or, at the front, following) space, so that no word is split. */
function windowAround(text: string, start: number): [number, number] {
  const lead = Math.max(0, Math.min(start - 40, text.length - WINDOW_CHARS));
  const from = lead === 0 ? 0 : text.indexOf(" ", lead) + 1 || lead;
  if (from + WINDOW_CHARS >= text.length) return [from, text.length];
  const space = text.lastIndexOf(" ", from + WINDOW_CHARS);
  return [from, space > from ? space : from + WINDOW_CHARS];
}

/**
 * The most relevant part of a passage as HTML: escaped text with the query's words, given as terms, in
 * `<mark>`. About 280 characters; the beginning of the passage if it contains no word of the query.
 */
export function highlight(text: string, terms: ReadonlySet<string>): string {
  const matches = matchesIn(text.slice(0, MOST_READ), terms);
  const [from, to] = windowAround(text, bestStart(matches));
  let html = from > 0 ? "… " : "";
  let at = from;
  for (const { start, end } of matches.filter((match) => match.start >= from && match.end <= to)) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return `${html}${escapeHtml(text.slice(at, to))}${to < text.length ? " …" : ""}`;
}
