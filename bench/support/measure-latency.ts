import { shortenPath } from "../../retrieval/chunking/shorten-path.rules.ts";
import { createChunkStore } from "../../retrieval/search/chunk-store.ts";
import { fuse } from "../../retrieval/search/fusion.rules.ts";
import { createRetrievers, type Retrievers } from "../../retrieval/search/retrievers.ts";
import type { BenchStack } from "./bench-stack.ts";
import { timed } from "../../testkit/percentiles.ts";
import { syntheticQuery } from "../../testkit/synthetic-chunks.ts";
import type { ServedSearch } from "./serve-bench-search.ts";

const QUERIES = 200;
/** Elasticsearch compiles what it runs often: in the first 200 searches, its compiler takes as much time as they do. */
const WARM_UP = 300;
const FETCHED = 100;
/** The number of candidates that late interaction compares. */
const KEPT = 50;

/** Milliseconds, one value per query. */
export interface Latencies {
  parts: Record<"embed" | "knn" | "bm25" | "rerank", number[]>;
  whole: number[];
}

/** The parts of one search, each without other load. */
async function timeParts(
  stack: BenchStack,
  retrievers: Retrievers,
  query: string,
): Promise<Record<keyof Latencies["parts"], number>> {
  const scope = {
    projectId: stack.projectId,
    evidenceTypes: [],
    size: FETCHED,
    signal: new AbortController().signal,
  };
  const embed = await timed(() => stack.embedder.embedQuery(query));
  const knn = await timed(() => retrievers.semantic(embed.value.vector, scope));
  const bm25 = await timed(() => retrievers.keyword(query, scope));
  const ids = fuse(knn.value, bm25.value, { semantic: 0.5, keyword: 0.5 }).map((hit) => hit.id);
  const passages = await createChunkStore(stack.pool).firstSearchable(ids, stack.projectId, KEPT);
  const read = passages.map(({ chunkId, title, headings, text }) => ({
    chunkId,
    text,
    prefix: shortenPath(title, headings),
  }));
  const question = { text: query, embedding: embed.value };
  const rerank = await timed(() => stack.reranker.score(question, read));
  return {
    embed: embed.milliseconds,
    knn: knn.milliseconds,
    bm25: bm25.milliseconds,
    rerank: rerank.milliseconds,
  };
}

/** Sends the same queries to /search and to its parts alternately, so that both see the same conditions. */
export async function measureLatency(
  stack: BenchStack,
  search: ServedSearch,
  random: () => number,
): Promise<Latencies> {
  // The same for all queries, like those of the search service: they learn how much of the index the project holds.
  const retrievers = createRetrievers(stack);
  const latencies: Latencies = { parts: { embed: [], knn: [], bm25: [], rerank: [] }, whole: [] };
  for (let i = 0; i < QUERIES + WARM_UP; i++) {
    const query = syntheticQuery(random);
    const parts = await timeParts(stack, retrievers, query);
    const whole = await search.ask(query);
    if (whole === null) throw new Error("A search was refused");
    if (i < WARM_UP) continue;
    latencies.parts.embed.push(parts.embed);
    latencies.parts.knn.push(parts.knn);
    latencies.parts.bm25.push(parts.bm25);
    latencies.parts.rerank.push(parts.rerank);
    latencies.whole.push(whole);
  }
  return latencies;
}
