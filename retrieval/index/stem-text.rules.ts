import { stemmer } from "stemmer";

/** Words so frequent in English that matching them says nothing. */
const STOP_WORDS = new Set(
  `a an and are as at be been but by can do does for from had has have he her his how i if in into is it its
  me my no nor not of on or our she so such than that the their them then there these they this those to
  us was we were what when where which who whom why will with would you your`.split(/\s+/),
);

/** Letters and digits, kept together over inner dots, hyphens and apostrophes ("a.8.24", "e-mail", "user's"). */
const WORD = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;
const HAS_DIGIT = /\p{N}/u;

function* partsOf(word: string): Generator<string> {
  // An identifier is one term; an ordinary compound is found by each of its parts.
  if (HAS_DIGIT.test(word)) yield word;
  else yield* word.replace(/['’]s?$|['’]/gu, "").split(/[.\-_]/);
}

/** The terms of a text: lower case, without stop words, English stems (Porter). Order and repetitions are kept. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(WORD))
    for (const part of partsOf(word.replace(/['’]s$/u, "")))
      if (part !== "" && !STOP_WORDS.has(part)) terms.push(HAS_DIGIT.test(part) ? part : stemmer(part));
  return terms;
}

/** A text as the index of an Elasticsearch without English analysis wants it: its terms, separated by spaces. */
export const stemText = (text: string): string => termsOf(text).join(" ");
