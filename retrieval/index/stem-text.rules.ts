import { stemmer } from "stemmer";
import { rememberWords } from "./remember-words.rules.ts";

/** English words so common that matching them means nothing. */
const STOP_WORDS = new Set(
  `a an and are as at be been but by can do does for from had has have he her his how i if in into is it its
  me my no nor not of on or our she so such than that the their them then there these they this those to
  us was we were what when where which who whom why will with would you your`.split(/\s+/),
);

/** Letters and digits, joined by inner dots, hyphens and apostrophes ("a.8.24", "e-mail", "user's"). */
const WORD = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;
const HAS_DIGIT = /\p{N}/u;

function partsOf(word: string): string[] {
  // An identifier is one term; an ordinary compound is found by each of its parts.
  return HAS_DIGIT.test(word) ? [word] : word.replace(/['’]s?$|['’]/gu, "").split(/[.\-_]/);
}

/** No English word is longer, and the stemmer takes quadratic time for some words. */
const LONGEST_STEMMED = 64;
const stemOf = (part: string): string =>
  HAS_DIGIT.test(part) || part.length > LONGEST_STEMMED ? part : stemmer(part);

/** Remembered, because stemming is slow. */
const termsOfWord = rememberWords((word) =>
  partsOf(word.replace(/['’]s$/u, ""))
    .filter((part) => part !== "" && !STOP_WORDS.has(part))
    .map(stemOf),
);

/**
 * The terms of a text: lower case, without stop words, as English stems (Porter). Order and repetitions are
 * kept.
 */
export function termsOf(text: string): string[] {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return words.flatMap(termsOfWord);
}

/** A text for an Elasticsearch without English analysis: its terms, separated by spaces. */
export const stemText = (text: string): string => termsOf(text).join(" ");
