import type { Client, estypes } from "@elastic/elasticsearch";
import { newId } from "../../platform/ids.ts";
import {
  aliasOf,
  numberedIndex,
  openChunkIndex,
  probeAnalysis,
  type ChunkIndex,
  type IndexSettings,
} from "../../retrieval/index/chunk-index.ts";
import { chunkMapping, INDEX_SCHEMA, INDEX_SETTINGS } from "../../retrieval/index/mapping.ts";
import type { IndexableChunk } from "../../retrieval/index/index-document.ts";
import { createIndexWriter } from "../../retrieval/index/index-writer.ts";
import type { ChunkStore, StoredChunk } from "../../retrieval/search/chunk-store.ts";

const BATCH = 500;

/** A separate index for one measurement; `drop` removes it. */
export interface ScratchIndex {
  chunkIndex: ChunkIndex;
  put(chunks: Iterable<IndexableChunk>, onProgress?: (done: number) => void): Promise<void>;
  drop(): Promise<void>;
}

/** An index like the product's, except for how it finds vectors. */
async function createOtherIndex(
  client: Client,
  { prefix, ...model }: IndexSettings,
  vectors: estypes.MappingDenseVectorIndexOptions,
): Promise<void> {
  const meta = { ...model, analysis: await probeAnalysis(client), schema: INDEX_SCHEMA };
  const mappings = chunkMapping(meta);
  const vector = { ...mappings.properties?.["vector"], index_options: vectors };
  await client.indices.create({
    index: numberedIndex(prefix, 1),
    aliases: { [aliasOf(prefix)]: {} },
    settings: INDEX_SETTINGS,
    mappings: {
      ...mappings,
      properties: { ...mappings.properties, vector: vector as estypes.MappingProperty },
    },
  });
}

/** `vectors` replaces the product's type of vector index. */
export async function createScratchIndex(
  client: Client,
  { model, dimension }: { model: string; dimension: number },
  vectors?: estypes.MappingDenseVectorIndexOptions,
): Promise<ScratchIndex> {
  const prefix = `bench-${newId()}-`;
  const settings = { prefix, model, dimension };
  if (vectors !== undefined) await createOtherIndex(client, settings, vectors);
  const chunkIndex = await openChunkIndex(client, settings, () => Promise.resolve(0));
  const writer = createIndexWriter(client, settings);
  return {
    chunkIndex,
    put: async (chunks, onProgress) => {
      let [batch, done] = [[] as IndexableChunk[], 0];
      const flush = async () => {
        await writer.putChunks(batch);
        done += batch.length;
        batch = [];
        onProgress?.(done);
      };
      for (const chunk of chunks) if (batch.push(chunk) === BATCH) await flush();
      if (batch.length > 0) await flush();
      await writer.refresh();
    },
    drop: async () => {
      const found = await client.indices.get({ index: `${prefix}*`, filter_path: "*.aliases" });
      await client.indices.delete({ index: Object.keys(found) });
    },
  };
}

/** The chunks of a measurement in place of PostgreSQL: all are searchable, each in its project. */
export function storeOf(chunks: ReadonlyMap<string, StoredChunk>): Pick<ChunkStore, "firstSearchable"> {
  return {
    firstSearchable: (ids, projectId, count) =>
      Promise.resolve(
        ids
          .flatMap((id) => chunks.get(id) ?? [])
          .filter((chunk) => chunk.projectId === projectId)
          .slice(0, count),
      ),
  };
}
