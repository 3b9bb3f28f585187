import type { Citation } from "./answer.rules.ts";
import type { Passage } from "../answers/passage.ts";

/** Shorter quotes occur in every text. */
const SHORTEST_QUOTE = 8;
const LONGEST_QUOTE = 600;

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Whether the passage contains the quote, ignoring white space, case and the kind of quotation marks. */
export function contains(passage: string, quote: string): boolean {
  const wanted = plain(quote);
  return wanted.length >= SHORTEST_QUOTE && plain(passage).includes(wanted);
}

export const citationOf = (passage: Passage, quote: string): Citation => ({
  evidenceId: passage.evidenceId,
  chunkId: passage.chunkId,
  page: passage.page,
  title: passage.title,
  fileName: passage.fileName,
  quote,
});

/**
 * `[c1: "quote"]`, the requested format of citations. Starts at white space, and ends where the next may
 * begin.
 */
const CITED = /(?<!\s)\s*\[\s*(c\d{1,3})\s*(?::\s*["“]([^[\]]*)["”]\s*)?\]/gi;

export interface CitedText {
  /** The text with `[1]`, `[2]` instead of its citations. */
  text: string;
  citations: Citation[];
}

/** Removes the citations from a model's text, and keeps those of known passages that contain the quote. */
export function readCitations(written: string, passages: ReadonlyMap<string, Passage>): CitedText {
  const citations: Citation[] = [];
  const text = written.replaceAll(CITED, (_all, handle: string, quote: string | undefined) => {
    const passage = passages.get(handle.toLowerCase());
    if (
      passage === undefined ||
      quote === undefined ||
      quote.length > LONGEST_QUOTE ||
      !contains(passage.text, quote)
    )
      return "";
    const same = citations.findIndex((one) => one.chunkId === passage.chunkId && one.quote === quote.trim());
    if (same < 0) citations.push(citationOf(passage, quote.trim()));
    return ` [${same < 0 ? citations.length : same + 1}]`;
  });
  return { text, citations };
}
