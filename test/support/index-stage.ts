import { afterAll, afterEach } from "@jest/globals";
import { loadConfig } from "../../platform/config.ts";
import { newId } from "../../platform/ids.ts";
import { createElasticsearch } from "../../platform/retrieval/elasticsearch.ts";
import { chunkIdOf } from "../../retrieval/index/chunk-id.ts";
import { openChunkIndex, type ChunkIndex } from "../../retrieval/index/chunk-index.ts";
import type { IndexableChunk } from "../../retrieval/index/index-document.ts";
import { createIndexWriter, type IndexWriter } from "../../retrieval/index/index-writer.ts";
import { dropIndices } from "../../testkit/drop-indices.ts";

/** The smallest dimension for an index with binary codes. */
export const DIMENSION = 64;
export const LARGER = 128;
/** Rebuilds are checked for what they write, on a machine that may be busy. */
const PATIENT_MS = 60_000;

/** A vector with these first components and 0 otherwise. */
export function vectorOf(...first: number[]): Float32Array {
  const vector = new Float32Array(DIMENSION);
  vector.set(first);
  return vector;
}

export function chunksFor(evidenceId: string, count: number, text = "Backups are tested"): IndexableChunk[] {
  return Array.from({ length: count }, (_, ordinal) => ({
    id: chunkIdOf(evidenceId, ordinal),
    evidenceId,
    projectId: "project",
    ordinal,
    title: "Backup policy",
    evidenceTypes: ["pdf"],
    headings: ["Recovery"],
    text: `${text} ${ordinal}, see A.8.13`,
    vector: vectorOf(1, ordinal),
  }));
}

export interface EmptyIndex {
  prefix: string;
  settings: { prefix: string; model: string; dimension: number };
  index: ChunkIndex;
  writer: IndexWriter;
}

/** Indices that are deleted after each test: call it at the top. */
export function useIndices() {
  const client = createElasticsearch(loadConfig()).child({ requestTimeout: PATIENT_MS });
  const prefixes: string[] = [];
  afterEach(async () => {
    for (const prefix of prefixes.splice(0)) await dropIndices(client, prefix);
  });
  afterAll(() => client.close());
  return {
    client,
    /** An empty index of its own. */
    async newIndex(): Promise<EmptyIndex> {
      const prefix = `test-${newId()}-`;
      prefixes.push(prefix);
      const settings = { prefix, model: "small", dimension: DIMENSION };
      const index = await openChunkIndex(client, settings, () => Promise.resolve(0));
      return { prefix, settings, index, writer: createIndexWriter(client, settings) };
    },
    /** The ids of all documents, in order. */
    async idsIn(alias: string): Promise<string[]> {
      await client.indices.refresh({ index: alias });
      const { hits } = await client.search({ index: alias, size: 1_000, sort: ["evidence_id", "ordinal"] });
      return hits.hits.map((hit) => hit._id ?? "");
    },
  };
}
