import { sentencesIn, type TextRange } from "../chunking/sentences.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";
import {
  bytesPerPiece,
  signQuery,
  signSimilarities,
  type SignQuery,
} from "../embedding/token-signs.rules.ts";
import type { Tokenizer } from "../embedding/tokenizer.ts";
import type { PassageSigns } from "../rerank/passage-signs.ts";
import type { RerankPassage } from "../rerank/reranker.ts";

export interface SentenceFinderDeps {
  passageSigns: Pick<PassageSigns, "of">;
  tokenizer: Pick<Tokenizer, "count">;
}

/** Finds the sentence of each passage that is closest to a query, by late interaction. */
export interface SentenceFinder {
  /** One range of each passage's text, in order; null for passages without stored signs. */
  find(
    embedding: QueryEmbedding,
    passages: readonly RerankPassage[],
    signal?: AbortSignal,
  ): Promise<(TextRange | null)[]>;
}

/** The signs of each sentence: the model read the prefix first, then the sentences in order. */
function signsBySentence(
  signs: Uint8Array,
  { prefix, text }: RerankPassage,
  sentences: readonly TextRange[],
  { tokenizer, bytes }: Pick<SentenceFinderDeps, "tokenizer"> & { bytes: number },
): Uint8Array[] {
  let at = tokenizer.count(prefix) * bytes;
  return sentences.map(({ start, end }) => {
    const from = at;
    at += tokenizer.count(text.slice(start, end)) * bytes;
    return signs.subarray(from, at);
  });
}

/** The first of the sentences with the highest score; null if none has any. */
function closest(query: SignQuery, sentences: readonly TextRange[], signs: readonly Uint8Array[]) {
  const scores = signSimilarities(query, signs);
  const best = Math.max(0, ...scores);
  return best === 0 ? null : (sentences[scores.indexOf(best)] ?? null);
}

export function createSentenceFinder({ passageSigns, tokenizer }: SentenceFinderDeps): SentenceFinder {
  return {
    async find({ pieces, weights, vector }, passages, signal) {
      const all = await passageSigns.of(passages, 0, signal);
      const query = signQuery(pieces, weights);
      const size = { tokenizer, bytes: bytesPerPiece(vector.length) };
      return passages.map((passage, i) => {
        const signs = all[i];
        if (signs === undefined) return null;
        const sentences = sentencesIn(passage.text);
        return closest(query, sentences, signsBySentence(signs, passage, sentences, size));
      });
    },
  };
}
