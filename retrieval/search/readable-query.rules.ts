/** Word pieces that the embedding model reads of a text, at most; a word is one of them or more. */
const MOST_WORDS = 256;
/** Some single characters stand for whole phrases, and are written out where words are compared. */
const MOST_CHARACTERS = 4_000;
const WORD = /[\p{L}\p{N}]+/gu;

/** A query as far as a model can read it at all: what comes after that costs everyone time and finds nothing. */
export function readableQuery(asked: string): string {
  const written = asked.normalize("NFKC");
  const query = written.length > MOST_CHARACTERS ? written.slice(0, MOST_CHARACTERS) : asked;
  let words = 0;
  for (const { 0: word, index } of query.matchAll(WORD))
    if (++words === MOST_WORDS) return query.slice(0, index + word.length);
  return query;
}
