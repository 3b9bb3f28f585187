import type { Client, estypes } from "@elastic/elasticsearch";
import { BulkError, writeBulk, type BulkOperation } from "./bulk.ts";
import { chunkIdOf } from "./chunk-id.ts";
import { isMissing, liveIndices, type ChunkIndex, type LiveIndex } from "./chunk-index.ts";
import { indexDocument, type IndexableChunk } from "./index-document.ts";

const PAGE = 1_000;
const TRIES = 3;

/** Writes chunks to the search index, and to the one under construction while a rebuild runs. All of it may be repeated safely. */
export interface IndexWriter {
  /** Adds or replaces chunks; call `refresh` when they must be found. Throws when the server refuses one of them. */
  putChunks(chunks: readonly IndexableChunk[], signal?: AbortSignal): Promise<void>;
  /** Removes all chunks of an evidence, searchable effect included; answers how many there were. */
  removeEvidence(evidenceId: string, signal?: AbortSignal): Promise<number>;
  /** Removes the chunks from ordinal `keepCount` on: what an earlier, longer version of the text left behind. */
  removeSurplus(evidenceId: string, keepCount: number, signal?: AbortSignal): Promise<number>;
  /** Removes given chunks, searchable effect included; those that are gone already count as removed. */
  removeChunks(chunkIds: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Whether a chunk is everywhere it is written to, refreshed or not. */
  holds(chunkId: string, signal?: AbortSignal): Promise<boolean>;
  /** Makes everything written so far searchable. */
  refresh(): Promise<void>;
}

export const deletionsOf = (ids: readonly string[], alias: string): BulkOperation[] =>
  ids.map((id) => ({ action: "delete", alias, id }));

/** Removes what `query` finds behind one alias, page by page, until nothing is left. */
export async function removeMatching(
  client: Client,
  alias: string,
  query: estypes.QueryDslQueryContainer,
  signal?: AbortSignal,
): Promise<number> {
  const options = signal ? { signal } : {};
  for (let removed = 0; ;) {
    await client.indices.refresh({ index: alias }, options);
    const found = await client.search({ index: alias, query, size: PAGE, _source: false }, options);
    const ids = found.hits.hits.map((hit) => hit._id ?? "");
    if (ids.length === 0) return removed;
    await writeBulk(client, deletionsOf(ids, alias), signal);
    removed += ids.length;
  }
}

export const chunksOf = (evidenceId: string, fromOrdinal = 0): estypes.QueryDslQueryContainer => ({
  bool: { filter: [{ term: { evidence_id: evidenceId } }, { range: { ordinal: { gte: fromOrdinal } } }] },
});

function* operationsFor(
  chunks: readonly IndexableChunk[],
  { alias, meta }: LiveIndex,
): Generator<BulkOperation> {
  for (const chunk of chunks)
    yield { action: "index", alias, id: chunk.id, document: indexDocument(chunk, meta.analysis) };
}

type IndexNames = Pick<ChunkIndex, "alias" | "nextAlias">;
type OnTargets = <T>(write: (target: LiveIndex) => Promise<T>) => Promise<T[]>;

/** A rebuild may end between looking and writing; then everything is written again under the names of now. */
const createOnTargets =
  (client: Client, { alias, nextAlias }: IndexNames): OnTargets =>
  async (write) => {
    for (let tries = 1; ; tries++) {
      try {
        const targets = await liveIndices(client, [alias, nextAlias]);
        if (targets[0]?.alias !== alias) throw new Error(`There is no search index behind ${alias}`);
        const results = [];
        for (const target of targets) results.push(await write(target));
        return results;
      } catch (error) {
        const moved = isMissing(error) || (error instanceof BulkError && error.aliasGone);
        if (!moved || tries === TRIES) throw error;
      }
    }
  };

/** A writer of one model's vectors. It makes no index: what is written while there is none fails. */
export function createIndexWriter({
  client,
  names,
  model,
}: {
  client: Client;
  names: IndexNames;
  model: string;
}): IndexWriter {
  const { nextAlias } = names;
  const onTargets = createOnTargets(client, names);

  async function put(
    chunks: readonly IndexableChunk[],
    target: LiveIndex,
    signal?: AbortSignal,
  ): Promise<void> {
    if (target.meta.model !== model) {
      // The rebuild for another model embeds anew what it misses; vectors of two models must never share an index.
      if (target.alias === nextAlias) return;
      throw new Error(
        `The search index now uses the model ${target.meta.model}; restart this process with it.`,
      );
    }
    await writeBulk(client, operationsFor(chunks, target), signal);
  }

  async function remove(evidenceId: string, fromOrdinal: number, signal?: AbortSignal): Promise<number> {
    const query = chunksOf(evidenceId, fromOrdinal);
    const [removed = 0] = await onTargets((target) => removeMatching(client, target.alias, query, signal));
    return removed;
  }

  const whereIs = (id: string, signal?: AbortSignal): Promise<boolean[]> =>
    onTargets((target) => client.exists({ index: target.alias, id }, signal ? { signal } : {}));

  return {
    putChunks: async (chunks, signal) => {
      await onTargets((target) => put(chunks, target, signal));
    },
    removeEvidence: (evidenceId, signal) => remove(evidenceId, 0, signal),
    // Ordinals have no gaps, and a look-up by id sees what no refresh has shown yet: mostly this is all there is to do.
    removeSurplus: async (evidenceId, keepCount, signal) => {
      const isThere = await whereIs(chunkIdOf(evidenceId, keepCount), signal);
      return isThere.includes(true) ? remove(evidenceId, keepCount, signal) : 0;
    },
    removeChunks: async (chunkIds, signal) => {
      await onTargets(async ({ alias: target }) => {
        await writeBulk(client, deletionsOf(chunkIds, target), signal);
        await client.indices.refresh({ index: target }, signal ? { signal } : {});
      });
    },
    holds: async (chunkId, signal) => !(await whereIs(chunkId, signal)).includes(false),
    refresh: async () => {
      await onTargets((target) => client.indices.refresh({ index: target.alias }));
    },
  };
}
