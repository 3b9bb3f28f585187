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

/** For a passage without matches. */
const BEGINNING = { start: 0, end: 0 };

/**
 * The first match of the earliest window with the most distinct terms. Each match enters and leaves the window
 * once.
 */
function bestFirst(matches: readonly Match[]): Pick<Match, "start" | "end"> {
  const within = new Map<string, number>();
  let [best, next] = [0, 0];
  let chosen: Pick<Match, "start" | "end"> = BEGINNING;
  for (const first of matches) {
    for (; next < matches.length; next++) {
      const match = matches[next]!;
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

/** Not within a surrogate pair. */
const betweenCharacters = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;

/**
 * Moves a cut to the preceding (or, at the front, following) space, so that no word is split, unless the match
 * would then be outside.
 */
function windowAround(text: string, { start, end }: Pick<Match, "start" | "end">): [number, number] {
  const lead = betweenCharacters(text, Math.max(0, Math.min(start - 40, text.length - WINDOW_CHARS)));
  const word = text.indexOf(" ", lead) + 1;
  const from = lead === 0 || word === 0 || word > start ? lead : word;
  const most = Math.max(from + WINDOW_CHARS, end);
  if (most >= text.length) return [from, text.length];
  const space = text.lastIndexOf(" ", most);
  return [from, space > from && space >= end ? space : betweenCharacters(text, most)];
}

/**
 * The most relevant part of a passage as HTML: escaped text with the query's words, given as terms, in
 * `<mark>`. About 280 characters; the beginning of the passage if it contains no word of the query.
 */
export function highlight(text: string, terms: ReadonlySet<string>): string {
  const matches = matchesIn(text.slice(0, MOST_READ), terms);
  const [from, to] = windowAround(text, bestFirst(matches));
  let html = from > 0 ? "… " : "";
  let at = from;
  for (const { start, end } of matches.filter((match) => match.start >= from && match.end <= to)) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return `${html}${escapeHtml(text.slice(at, to))}${to < text.length ? " …" : ""}`;
}
