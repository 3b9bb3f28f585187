import { loadConfig } from "../../platform/config.ts";
import { createElasticsearch } from "../../platform/retrieval/elasticsearch.ts";
import { createEmbedder } from "../../retrieval/embedding/embedder.ts";
import { createChunkStore } from "../../retrieval/search/chunk-store.ts";
import { loadTokenizer } from "../../retrieval/embedding/tokenizer.ts";
import { createSentenceFinder } from "../../retrieval/search/best-sentences.ts";
import { createPassageSigns } from "../../retrieval/rerank/passage-signs.ts";
import { createReranker } from "../../retrieval/rerank/create-reranker.ts";
import { startBenchBackend } from "./bench-backend.ts";
import type { BenchStack } from "./bench-stack.ts";
import { createScratchDatabase } from "../../testkit/scratch-database.ts";

/** The parts of the search service, before there is anything to search. */
export type SearchParts = Omit<BenchStack, "chunkIndex" | "projectId">;

/** Opens the parts on the configured servers, and cleans up at the end. */
export async function withSearchParts(
  { cacheMegabytes }: { cacheMegabytes?: number },
  work: (parts: SearchParts) => Promise<void>,
): Promise<void> {
  const config = loadConfig();
  const { MODEL_DIR: modelDir, RERANK_MODEL: rerankModel } = config;
  const client = createElasticsearch(config);
  const embedder = await createEmbedder({ modelDir });
  const [database, backend] = [await createScratchDatabase(config.DATABASE_URL), await startBenchBackend()];
  const { storedSigns } = createChunkStore(database.pool);
  const passageSigns = createPassageSigns({ embedder, storedSigns, cacheMegabytes });
  const reranker = await createReranker({ modelDir, rerankModel, passageSigns });
  const sentences = createSentenceFinder({ passageSigns, tokenizer: await loadTokenizer(modelDir) });
  try {
    await work({ config, client, embedder, reranker, sentences, pool: database.pool, backend });
  } finally {
    await backend.close();
    await database.drop();
    await reranker.close();
    await embedder.close();
    await client.close();
  }
}
