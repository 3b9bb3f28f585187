import { paired } from "../../platform/paired.ts";
import { sentencesIn, type TextRange } from "../chunking/sentences.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";
import { bytesPerPiece } from "../embedding/sign-sums.rules.ts";
import { signSimilarities } from "../embedding/token-signs.rules.ts";
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

interface Sentence {
  range: TextRange;
  signs: Uint8Array;
}

/** The sentences of a passage with their signs: the model read the prefix first, then the sentences in order. */
function sentencesOf(
  { prefix, text }: RerankPassage,
  signs: Uint8Array,
  { tokenizer, bytes }: Pick<SentenceFinderDeps, "tokenizer"> & { bytes: number },
): Sentence[] {
  let at = tokenizer.count(prefix) * bytes;
  return sentencesIn(text).map((range) => {
    const from = at;
    at += tokenizer.count(text.slice(range.start, range.end)) * bytes;
    return { range, signs: signs.subarray(from, at) };
  });
}

export function createSentenceFinder({ passageSigns, tokenizer }: SentenceFinderDeps): SentenceFinder {
  return {
    async find(embedding, passages, signal) {
      const all = await passageSigns.of(passages, 0, signal);
      const size = { tokenizer, bytes: bytesPerPiece(embedding.vector.length) };
      const sentences = passages.flatMap((passage, place) => {
        const signs = all[place];
        return signs === undefined ? [] : sentencesOf(passage, signs, size).map((one) => ({ ...one, place }));
      });
      // Together, because each comparison reads all tables of the query.
      const scores = signSimilarities(
        embedding,
        sentences.map(({ signs }) => signs),
      );
      const best = new Map<number, { score: number; range: TextRange }>();
      for (const [{ range, place }, score] of paired(sentences, scores))
        if (score > (best.get(place)?.score ?? 0)) best.set(place, { score, range });
      return passages.map((_, place) => best.get(place)?.range ?? null);
    },
  };
}
