import { namesSomebody } from "./names-somebody.rules.ts";

/** A passage that a search found. */
export interface FoundPassage {
  chunk_id: string;
  evidence_id: string;
  title: string;
  file_name: string;
  page: number | null;
  heading: string | null;
  text: string;
  similarity: number;
}

export type Citation = Omit<FoundPassage, "text" | "similarity"> & {
  /** The sentence as it stands in the document. */
  quote: string;
};

export interface SuggestedAnswer {
  text: string;
  citations: Citation[];
}

/** Sentences of one answer: what is quoted has to be checked by somebody. */
const MOST_SENTENCES = 2;
const MOST_SENTENCE_CHARACTERS = 600;
/** Passages less alike than this speak of something else. */
const LEAST_SIMILARITY = 0.35;
/** The share of a question's words that a sentence must have, and the share at which meaning need not help. */
const LEAST_SHARE = 0.25;

const FILLERS = new Set(
  (
    "a an and any are as at be been by can company could describe do does for from has have how if in is it its list " +
    "may of on or organisation organization our please provide shall should that the their there these they this to " +
    "vendor was we what when where which who whom why will with would you your"
  ).split(" "),
);

/** The beginning of a word stands for its forms. */
const stemOf = (word: string): string => (word.length > 6 ? word.slice(0, 6) : word.replace(/(es|s)$/, ""));

function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !FILLERS.has(word)).map(stemOf));
}

/** An initial and a title end with a dot, too, and the name that follows belongs to them. */
const END_OF_SENTENCE = /(?<=(?<!\b(?:\p{Lu}|Dr|Mr|Ms|Mrs|Prof))[.!?])\s+|\n+/u;

const sentencesOf = (text: string): string[] =>
  text
    .split(END_OF_SENTENCE)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 15 && sentence.length <= MOST_SENTENCE_CHARACTERS);

interface Candidate {
  passage: FoundPassage;
  quote: string;
  score: number;
}

function candidatesOf(
  wanted: ReadonlySet<string>,
  passage: FoundPassage,
  people: readonly string[],
): Candidate[] {
  if (passage.similarity < LEAST_SIMILARITY) return [];
  return sentencesOf(passage.text).flatMap((quote) => {
    if (quote.endsWith("?") || namesSomebody(quote, people)) return [];
    const stems = stemsOf(quote);
    const share = [...wanted].filter((stem) => stems.has(stem)).length / wanted.size;
    return share < LEAST_SHARE ? [] : [{ passage, quote, score: share + passage.similarity }];
  });
}

const citationOf = ({ passage, quote }: Candidate): Citation => {
  const { text: _text, similarity: _similarity, ...named } = passage;
  return { ...named, quote };
};

/**
 * An answer in the documents' own words: the sentences that share most with the question and name nobody, neither those
 * in `people` nor others. Null when none shares enough: no evidence is a better answer than a wrong one.
 */
export function answerFromPassages(
  question: string,
  passages: readonly FoundPassage[],
  people: readonly string[],
): SuggestedAnswer | null {
  const wanted = stemsOf(question);
  if (wanted.size === 0) return null;
  const candidates = passages.flatMap((passage) => candidatesOf(wanted, passage, people));
  const best = new Map(candidates.toSorted((a, b) => a.score - b.score).map((one) => [one.quote, one]));
  const chosen = [...best.values()].toSorted((a, b) => b.score - a.score).slice(0, MOST_SENTENCES);
  if (chosen.length === 0) return null;
  return { text: chosen.map(({ quote }) => quote).join(" "), citations: chosen.map(citationOf) };
}
