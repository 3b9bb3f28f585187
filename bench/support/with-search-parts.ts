import { loadConfig } from "../../platform/config.ts";
import { createElasticsearch } from "../../platform/retrieval/elasticsearch.ts";
import { createEmbedder } from "../../retrieval/embedding/embedder.ts";
import { createChunkStore, type ChunkStore } from "../../retrieval/search/chunk-store.ts";
import { loadTokenizer } from "../../retrieval/embedding/tokenizer.ts";
import { createSentenceFinder } from "../../retrieval/search/best-sentences.ts";
import { createPassageSigns } from "../../retrieval/rerank/passage-signs.ts";
import { createReranker } from "../../retrieval/rerank/create-reranker.ts";
import { startBenchBackend } from "./bench-backend.ts";
import type { BenchStack } from "./bench-stack.ts";
import { createScratchDatabase } from "../../testkit/scratch-database.ts";

/** The parts of the search service, before there is anything to search. */
export interface SearchParts extends Omit<BenchStack, "chunkIndex" | "projectId"> {
  /** The same parts as if no passage had stored signs: the model reads 12 again for each search. */
  unsigned: Pick<BenchStack, "reranker" | "sentences">;
}

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
  const tokenizer = await loadTokenizer(modelDir);
  const compare = async ({ storedSigns }: Pick<ChunkStore, "storedSigns">) => {
    const passageSigns = createPassageSigns({ embedder, storedSigns, cacheMegabytes });
    const reranker = await createReranker({ modelDir, rerankModel, passageSigns });
    return { reranker, sentences: createSentenceFinder({ passageSigns, tokenizer }) };
  };
  const compared = await compare(createChunkStore(database.pool));
  const unsigned = await compare({ storedSigns: () => Promise.resolve(new Map()) });
  try {
    await work({ config, client, embedder, ...compared, unsigned, pool: database.pool, backend });
  } finally {
    await backend.stop();
    await database.drop();
    for (const { reranker } of [compared, unsigned]) await reranker.close();
    await embedder.close();
    await client.close();
  }
}
