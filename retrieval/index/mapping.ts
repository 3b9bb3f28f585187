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

export const INDEX_SCHEMA = 3;

/**
 * Binary codes, all of which are compared; candidates are rescored with full vectors. A graph would miss some of the
 * nearest among very similar passages once its segments are merged, and takes most of the time of a write.
 */
const VECTORS = { type: "bbq_flat" } as const;

/**
 * The mapping of a chunk. PostgreSQL holds the texts; the index contains only what is matched, so `_source`
 * has neither vectors nor result data.
 */
export function chunkMapping(meta: IndexMeta): estypes.MappingTypeMapping {
  const analyzer = meta.analysis === "english" ? "english" : "whitespace";
  return {
    dynamic: "strict",
    _meta: { ...meta },
    _source: { excludes: ["vector", "chunk_id"] },
    properties: {
      // The document's id once more, as a column: reading the id of a hit otherwise decompresses its block of documents.
      chunk_id: { type: "keyword", index: false },
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
        index_options: VECTORS,
      },
    },
  };
}

/** One shard holds some millions of chunks; the replica appears as soon as there is a second node. */
export const INDEX_SETTINGS: estypes.IndicesIndexSettings = {
  // The writer refreshes when a piece of evidence is complete; refreshing every second in between would only
  // create small segments.
  refresh_interval: -1,
  number_of_shards: 1,
  auto_expand_replicas: "0-1",
};
