import type { Express } from "express";
import type { FairSlots } from "../../platform/concurrency/fair-slots.ts";
import { createLogger } from "../../platform/logger.ts";
import { createChunkStore } from "../../retrieval/search/chunk-store.ts";
import { createSearcher } from "../../retrieval/search/searcher.ts";
import { createRetrievers } from "../../retrieval/search/retrievers.ts";
import { createCheckAccess } from "../../retrieval/server/check-access.ts";
import { createRetrievalApp } from "../../retrieval/server/retrieval-app.ts";
import { createVerifyKey } from "../../retrieval/server/verify-key.ts";
import { createVerifyToken } from "../../retrieval/server/verify-token.ts";
import type { BenchStack } from "./bench-stack.ts";

/** The search service with the parts of a measurement. */
export function createBenchSearchApp(
  { config, embedder, reranker, sentences, pool, backend, ...stack }: BenchStack,
  slots: FairSlots,
): Express {
  const logger = createLogger("bench", "error");
  const chunkStore = createChunkStore(pool);
  const searcher = createSearcher({
    retrievers: createRetrievers(stack),
    embedder,
    reranker,
    sentences,
    chunkStore,
    settings: {
      semanticWeight: config.SEMANTIC_WEIGHT,
      keywordWeight: config.KEYWORD_WEIGHT,
      rerankTopK: config.RERANK_TOP_K,
    },
    logger,
  });
  return createRetrievalApp({
    searcher: () => searcher,
    facts: () => ({ embedding_model: embedder.model, dimension: embedder.dimension, reranker: null }),
    chunkStore,
    verifyToken: createVerifyToken({ backendUrl: backend.url, ...backend }),
    verifyKey: createVerifyKey(backend.url),
    checkAccess: createCheckAccess({ backendUrl: backend.url, logger }),
    slots,
    components: {},
    similarityThreshold: 0,
    limits: { perMinute: Infinity, perHour: Infinity },
    logger,
  });
}
