/** The embedding model's maximum input in word pieces; a word has at least one. */
const MOST_WORDS = 256;
/** Some single characters expand to whole phrases when words are compared. */
const MOST_CHARACTERS = 4_000;
const WORD = /[\p{L}\p{N}]+/gu;

/** The part of a query that a model can read: the rest would cost time and find nothing. */
export function readableQuery(asked: string): string {
  const written = asked.normalize("NFKC");
  const query = written.length > MOST_CHARACTERS ? written.slice(0, MOST_CHARACTERS) : asked;
  let words = 0;
  for (const { 0: word, index } of query.matchAll(WORD))
    if (++words === MOST_WORDS) return query.slice(0, index + word.length);
  return query;
}
