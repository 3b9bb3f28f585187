import type { Client } from "@elastic/elasticsearch";
import type { Config } from "../../platform/config.ts";
import type { Logger } from "../../platform/logger.ts";
import { createEmbedder, type Embedder } from "../embedding/embedder.ts";
import { loadTokenizer } from "../embedding/tokenizer.ts";
import { actAsSystem } from "../../platform/database/database-caller.ts";
import { findChunkIndex, UnusableIndexError, openChunkIndex } from "../index/chunk-index.ts";
import { createIndexWatch, keepComparing } from "../index/index-watch.ts";
import { createPassageSigns } from "../rerank/passage-signs.ts";
import { createReranker } from "../rerank/create-reranker.ts";
import type { Reranker } from "../rerank/reranker.ts";
import type { ChunkStore } from "../search/chunk-store.ts";
import { createSentenceFinder, type SentenceFinder } from "../search/best-sentences.ts";
import { createSearcher, type Searcher } from "../search/searcher.ts";
import { createRetrievers } from "../search/retrievers.ts";
import { startInBackground, type Starting } from "./starting.ts";

type EngineConfig = Pick<
  Config,
  | "MODEL_DIR"
  | "EMBEDDING_MODEL"
  | "EMBEDDING_DIMENSION"
  | "EMBEDDING_THREADS"
  | "RERANK_MODEL"
  | "RERANK_CACHE_MB"
  | "ELASTICSEARCH_INDEX_PREFIX"
  | "SEMANTIC_WEIGHT"
  | "KEYWORD_WEIGHT"
  | "RERANK_TOP_K"
>;

export interface SearchEngineDeps {
  config: EngineConfig;
  client: Client;
  chunkStore: ChunkStore;
  logger: Logger;
  signal: AbortSignal;
}

/** What compares a query closely with passages. */
interface Comparison {
  reranker: Reranker;
  sentences: SentenceFinder;
}

/** The parts of search that start slowly or wait for other services. */
export interface SearchEngine {
  embedder: Starting<Embedder>;
  comparison: Starting<Comparison>;
  searcher: Starting<Searcher>;
  /** Only reads. Throws if the index is unavailable, lacks passages, or was built with another model. */
  checkIndex(): Promise<void>;
  close(): Promise<void>;
}

/** The model must be the one configured for ingestion, otherwise queries and passages are not comparable. */
async function loadEmbedder(config: EngineConfig): Promise<Embedder> {
  const { EMBEDDING_MODEL, EMBEDDING_DIMENSION, EMBEDDING_THREADS: threads } = config;
  const embedder = await createEmbedder({ modelDir: config.MODEL_DIR, threads });
  if (embedder.model === EMBEDDING_MODEL && embedder.dimension === EMBEDDING_DIMENSION) return embedder;
  await embedder.close();
  throw new Error(
    `MODEL_DIR holds ${embedder.model} (${embedder.dimension} dimensions), ` +
      `but EMBEDDING_MODEL is ${EMBEDDING_MODEL} (${EMBEDDING_DIMENSION})`,
  );
}

async function loadComparison(
  { MODEL_DIR: modelDir, RERANK_MODEL: rerankModel, RERANK_CACHE_MB: cacheMegabytes }: EngineConfig,
  embedder: Embedder,
  { storedSigns }: ChunkStore,
): Promise<Comparison> {
  const passageSigns = createPassageSigns({ embedder, storedSigns, cacheMegabytes });
  const [reranker, tokenizer] = [
    await createReranker({ modelDir, rerankModel, passageSigns }),
    await loadTokenizer(modelDir),
  ];
  return { reranker, sentences: createSentenceFinder({ passageSigns, tokenizer }) };
}

const searchSettings = (config: EngineConfig) => ({
  semanticWeight: config.SEMANTIC_WEIGHT,
  keywordWeight: config.KEYWORD_WEIGHT,
  rerankTopK: config.RERANK_TOP_K,
});

/** Starts models and index in the background, with retries. */
export function startSearchEngine({
  config,
  client,
  chunkStore,
  logger,
  signal,
}: SearchEngineDeps): SearchEngine {
  const tries = { logger, signal };
  const embedder = startInBackground("Embedding model", () => loadEmbedder(config), tries);
  const countPassages = () => actAsSystem(() => chunkStore.count());
  const settings = () => {
    const { model, dimension } = embedder.get();
    return { prefix: config.ELASTICSEARCH_INDEX_PREFIX, model, dimension };
  };
  const watch = createIndexWatch({ client, settings, countPassages, logger });
  const openIndex = async () => {
    await embedder.made;
    return openChunkIndex(client, settings(), countPassages);
  };
  const comparison = startInBackground(
    "Reranker",
    async () => loadComparison(config, await embedder.made, chunkStore),
    tries,
  );
  const makeSearcher = async () =>
    createSearcher({
      retrievers: createRetrievers({ client, chunkIndex: await openIndex() }),
      embedder: await embedder.made,
      ...(await comparison.made),
      chunkStore,
      isIndexWhole: () => watch.loss() === null,
      settings: searchSettings(config),
      logger,
    });
  const searcher = startInBackground("Search index", makeSearcher, tries);
  const comparing = searcher.made.then(() => keepComparing(watch, tries)).catch(() => undefined);
  return {
    embedder,
    comparison,
    searcher,
    checkIndex: async () => {
      searcher.get();
      if ((await findChunkIndex(client, settings())) === null)
        throw new UnusableIndexError("The search index does not exist");
      const loss = watch.loss();
      if (loss !== null) throw loss;
    },
    close: async () => {
      await comparing;
      const reranker = comparison.made.then((made) => made.reranker);
      const models = await Promise.allSettled([embedder.made, reranker]);
      await Promise.all(models.map(async (model) => model.status === "fulfilled" && model.value.close()));
    },
  };
}
