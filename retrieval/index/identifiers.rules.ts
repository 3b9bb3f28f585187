/**
 * Names that people search for exactly: control numbers (CC6.1, A.8.24, AC-2(1)), clauses (164.308(a)(1)),
 * tickets (SEC-1042), versions. A stemmer or an embedding blurs them, so they have their own field.
 */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:[a-z]{1,6}[.-]?\d+(?:[.-]\d+)*|\d+(?:\.\d+)+|[a-z]{2,6}(?:-[a-z]{2,6})+-\d+)(?:\([a-z0-9]{1,3}\))*(?![\p{L}\p{N}]|[.-]\p{N})/giu;

const MAX_IDENTIFIERS = 200;
/**
 * Runs of the characters of identifiers. Longer ones are not names, and matching them would take quadratic
 * time.
 */
const RUN = /[\p{L}\p{N}.()-]+/gu;
const LONGEST_RUN = 200;

/**
 * A number with a letter (Q3, v2) is too unspecific for an exact identifier; one with a separator and a digit
 * is not.
 */
const isSpecific = (name: string): boolean => /\d/.test(name) && /[.\-(]/.test(name);

/**
 * The distinct identifiers in a text, in upper case and in order of appearance; at most 200, so that a log
 * cannot flood the index.
 */
export function identifiersIn(text: string): string[] {
  const found = new Set<string>();
  for (const [run] of text.matchAll(RUN)) {
    if (run.length > LONGEST_RUN) continue;
    for (const [name] of run.matchAll(IDENTIFIER)) {
      if (isSpecific(name)) found.add(name.toUpperCase());
      if (found.size >= MAX_IDENTIFIERS) return [...found];
    }
  }
  return [...found];
}
