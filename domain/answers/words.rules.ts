import { SYNONYMS } from "./synonyms.data.ts";

/** Words that do not indicate the topic of a question. */
const STOP_WORDS = new Set(
  `a about across after against all also am among an and any anybody anyone are as at be been before being by can could did do does doing during each
  every everybody everyone for from get gets give given had has have having he her here his how i if in into is it its
  kind let many may me might more most much must my no nor not of off on once one only or other our out over own per
  please say says shall she should so some somebody someone something such tell than that the their them then there
  these they this those to too under until up us use used very was we were what when where whether which while who
  whom whose why will with within would you your according document documents evidence long often soon`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}]+(?:[.\-_'’][\p{L}\p{N}]+)*/gu;
const HAS_DIGIT = /\p{N}/u;
const SUFFIXES = ["ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "er", "es", "ly", "s"];
const SHORTEST_STEM = 3;

/** A crude English stemmer, the same for both sides of a comparison. */
function stemOf(word: string): string {
  if (HAS_DIGIT.test(word)) return word;
  const suffix = SUFFIXES.find((end) => word.endsWith(end) && word.length - end.length >= SHORTEST_STEM);
  const stem = suffix === undefined ? word : word.slice(0, -suffix.length);
  return stem.length > SHORTEST_STEM ? stem.replace(/[eyi]$/, "") : stem;
}

function partsOf(word: string): string[] {
  const bare = word.replace(/['’]s?$/u, "");
  return HAS_DIGIT.test(bare) ? [bare] : bare.split(/[.\-_'’]/u);
}

/** The content words of a text by stem: each in its first form. */
export function wordsByStem(text: string): Map<string, string> {
  const words = (text.normalize("NFKC").toLowerCase().match(WORD) ?? [])
    .flatMap(partsOf)
    .filter((word) => word !== "" && !STOP_WORDS.has(word));
  return new Map(words.toReversed().map((word) => [stemOf(word), word]));
}

/** The stems only. */
export const contentWords = (text: string): Set<string> => new Set(wordsByStem(text).keys());

const GROUPS = new Map(
  SYNONYMS.flatMap((line) => {
    const stems = [...contentWords(line)];
    const [first] = stems;
    return first === undefined ? [] : stems.map((stem): [string, string] => [stem, first]);
  }),
);

/** The same, with one representative for all synonyms. */
export const meaningsOf = (text: string): Set<string> =>
  new Set(Array.from(contentWords(text), (stem) => GROUPS.get(stem) ?? stem));

/** The share of `wanted` that `there` contains; 0 if nothing is wanted. */
export function coverageOf(wanted: ReadonlySet<string>, there: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  return [...wanted].filter((word) => there.has(word)).length / wanted.size;
}
