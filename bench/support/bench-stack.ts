import type { Client } from "@elastic/elasticsearch";
import type { Pool } from "pg";
import type { Config } from "../../platform/config.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import type { ChunkIndex } from "../../retrieval/index/chunk-index.ts";
import type { SentenceFinder } from "../../retrieval/search/best-sentences.ts";
import type { Reranker } from "../../retrieval/rerank/reranker.ts";
import type { startBenchBackend } from "./bench-backend.ts";

/** The parts that a measurement of searches needs. */
export interface BenchStack {
  config: Config;
  client: Client;
  pool: Pool;
  embedder: Embedder;
  reranker: Reranker;
  sentences: SentenceFinder;
  chunkIndex: ChunkIndex;
  backend: Awaited<ReturnType<typeof startBenchBackend>>;
  projectId: string;
}
