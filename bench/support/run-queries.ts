import type { Client } from "@elastic/elasticsearch";
import type { Logger } from "../../platform/logger.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import type { ChunkIndex } from "../../retrieval/index/chunk-index.ts";
import type { Reranker } from "../../retrieval/rerank/reranker.ts";
import { fuse } from "../../retrieval/search/fusion.rules.ts";
import { createSearcher, type SearchSettings } from "../../retrieval/search/searcher.ts";
import { createRetrievers } from "../../retrieval/search/retrievers.ts";
import type { BeirSet, JudgedQuery } from "./beir-set.ts";
import { projectOf, type EvalChunk } from "./eval-corpus.ts";
import { documentsOf } from "./evaluate-ranking.ts";
import { storeOf } from "./scratch-index.ts";

export const SYSTEMS = ["bm25", "dense", "fused", "reranked"] as const;
export type System = (typeof SYSTEMS)[number];

/** The ranked documents of each query, by stage of the search. */
export type Rankings = ReadonlyMap<System, ReadonlyMap<string, string[]>>;

export interface QueryRun {
  set: BeirSet;
  queries: readonly JudgedQuery[];
  embedder: Pick<Embedder, "embedQuery">;
  chunks: readonly EvalChunk[];
  client: Client;
  chunkIndex: ChunkIndex;
  /** Null omits the last stage. */
  reranker: Reranker | null;
  settings: SearchSettings;
  logger: Logger;
  onQuery(): void;
}

/** The number of candidates per retriever for a search of 100 results. */
const DEPTH = 500;
const LIMIT = 100;

/** Runs every query of every stage; each retriever is called once, and its results are reused. */
export async function runQueries(run: QueryRun): Promise<Rankings> {
  const { settings, chunks, logger, reranker } = run;
  const retrievers = createRetrievers(run);
  const stored = new Map(chunks.map((chunk) => [chunk.stored.chunkId, chunk.stored]));
  const documentOf = new Map(chunks.map(({ stored: chunk }) => [chunk.chunkId, chunk.evidenceId]));
  const weights = { semantic: settings.semanticWeight, keyword: settings.keywordWeight };
  const rankings = new Map(SYSTEMS.map((system) => [system, new Map<string, string[]>()]));
  const keep = (system: System, query: JudgedQuery, ids: string[]) =>
    rankings.get(system)?.set(query._id, documentsOf(ids, documentOf));
  if (reranker === null) rankings.delete("reranked");

  for (const query of run.queries) {
    const embedding = await run.embedder.embedQuery(query.text);
    const projectId = projectOf(run.set, query);
    const request = { projectId, evidenceTypes: [], size: DEPTH, signal: new AbortController().signal };
    const [semantic, keyword] = await Promise.all([
      retrievers.semantic(embedding.vector, request),
      retrievers.keyword(query.text, request),
    ]);
    keep(
      "dense",
      query,
      semantic.map((hit) => hit.id),
    );
    keep(
      "bm25",
      query,
      keyword.map((hit) => hit.id),
    );
    keep(
      "fused",
      query,
      fuse(semantic, keyword, weights).map((hit) => hit.id),
    );
    if (reranker !== null) {
      const searcher = createSearcher({
        retrievers: {
          ...retrievers,
          semantic: () => Promise.resolve(semantic),
          keyword: () => Promise.resolve(keyword),
        },
        embedder: { embedQuery: () => Promise.resolve(embedding) },
        chunkStore: storeOf(stored),
        reranker,
        sentences: null,
        settings,
        logger,
      });
      const { hits } = await searcher.search({ query: query.text, projectId, limit: LIMIT });
      keep(
        "reranked",
        query,
        hits.map((hit) => hit.chunk.chunkId),
      );
    }
    run.onQuery();
  }
  return rankings;
}
