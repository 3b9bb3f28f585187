import type { estypes } from "@elastic/elasticsearch";

/** `english`: the server stems. `application`: we do, because the server lacks its language analyzers. */
export type Analysis = "english" | "application";

/** What an index was built with; kept in the index itself and compared at every start. */
export interface IndexMeta {
  model: string;
  dimension: number;
  analysis: Analysis;
  /** Raised whenever the mapping or the way fields are computed changes. */
  schema: number;
}

export const INDEX_SCHEMA = 1;

/**
 * The mapping of one chunk. Texts live in PostgreSQL; the index holds only what is matched, so `_source` keeps
 * neither the vectors nor anything a result needs. HNSW over full floats: the 8.19 default (int8_hnsw) loses recall.
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
        index_options: { type: "hnsw", m: 32, ef_construction: 200 },
      },
    },
  };
}

/** One shard holds some millions of chunks; the replica appears as soon as there is a second node. */
export const INDEX_SETTINGS: estypes.IndicesIndexSettings = {
  // The writer refreshes when an evidence is complete; a refresh each second in between would only build small graphs.
  refresh_interval: -1,
  number_of_shards: 1,
  auto_expand_replicas: "0-1",
};
