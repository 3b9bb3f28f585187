/** Words that are frequent in one language and rare in the others. */
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(["the", "and", "of", "to", "is", "are", "that", "with", "must", "every", "this"]),
  de: new Set(["der", "die", "und", "das", "ist", "nicht", "werden", "mit", "den", "für", "jede"]),
  fr: new Set(["le", "les", "des", "est", "dans", "une", "du", "aux", "sont", "avec", "cette"]),
  es: new Set(["el", "los", "las", "del", "y", "una", "con", "para", "debe", "esta", "por"]),
  it: new Set(["il", "gli", "della", "che", "sono", "è", "nel", "di", "per", "questa", "deve"]),
  nl: new Set(["het", "een", "van", "zijn", "wordt", "niet", "voor", "met", "elke", "deze", "moet"]),
};
/** Enough for a policy; of other words, most are names. */
const MAX_WORDS = 5_000;
const MIN_SHARE = 0.05;
/** How much more frequent the words of a language are than those of any other one. */
const MIN_LEAD = 1.5;

/** The language of a text as a BCP 47 tag; null if its words do not show it. */
export function languageOf(text: string): string | null {
  const words = (text.slice(0, 20 * MAX_WORDS).match(/\p{L}+/gu) ?? []).slice(0, MAX_WORDS);
  const counts = Object.entries(WORDS)
    .map(([language, frequent]) => ({
      language,
      count: words.filter((word) => frequent.has(word.toLowerCase())).length,
    }))
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || second === undefined || first.count < MIN_SHARE * words.length) return null;
  return first.count > 0 && first.count >= MIN_LEAD * second.count ? first.language : null;
}
