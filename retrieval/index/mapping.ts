import type { estypes } from "@elastic/elasticsearch";

/** `english`: the server stems. `application`: we do, because the server lacks language analyzers. */
export type Analysis = "english" | "application";

/** What an index was built with; stored in the index and compared at every start. */
export interface IndexMeta {
  model: string;
  dimension: number;
  analysis: Analysis;
  /** Incremented whenever the mapping or the computation of fields changes. */
  schema: number;
}

export const INDEX_SCHEMA = 2;

/**
 * Measured on very similar passages: with 32 links per node, 2 % of the nearest of 100,000 are unreachable,
 * however many candidates are searched; with 48 none. Binary codes make the graph cheap to build and search;
 * candidates are rescored with full vectors.
 */
const GRAPH = { type: "bbq_hnsw", m: 48, ef_construction: 100 } as const;

/**
 * The mapping of a chunk. PostgreSQL holds the texts; the index contains only what is matched, so `_source`
 * has neither vectors nor result data.
 */
export function chunkMapping(meta: IndexMeta): estypes.MappingTypeMapping {
  const analyzer = meta.analysis === "english" ? "english" : "whitespace";
  return {
    dynamic: "strict",
    _meta: { ...meta },
    _source: { excludes: ["vector"] },
    properties: {
      evidence_id: { type: "keyword" },
      project_id: { type: "keyword" },
      evidence_types: { type: "keyword" },
      ordinal: { type: "integer" },
      identifiers: { type: "keyword", norms: false },
      title: { type: "text", analyzer },
      content: { type: "text", analyzer },
      vector: {
        type: "dense_vector",
        dims: meta.dimension,
        index: true,
        similarity: "cosine",
        index_options: GRAPH,
      },
    },
  };
}

/** One shard holds some millions of chunks; the replica appears as soon as there is a second node. */
export const INDEX_SETTINGS: estypes.IndicesIndexSettings = {
  // The writer refreshes when a piece of evidence is complete; refreshing every second in between would only
  // build small graphs.
  refresh_interval: -1,
  number_of_shards: 1,
  auto_expand_replicas: "0-1",
};
