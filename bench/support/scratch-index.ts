import type { Client } from "@elastic/elasticsearch";
import { newId } from "../../platform/ids.ts";
import { openChunkIndex, type ChunkIndex } from "../../retrieval/index/chunk-index.ts";
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

export async function createScratchIndex(
  client: Client,
  model: { model: string; dimension: number },
): Promise<ScratchIndex> {
  const prefix = `bench-${newId()}-`;
  const chunkIndex = await openChunkIndex(
    client,
    { prefix, model: model.model, dimension: model.dimension },
    () => Promise.resolve(0),
  );
  const writer = createIndexWriter({ client, names: chunkIndex, model: model.model });
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
