import type { Client, estypes } from "@elastic/elasticsearch";
import { BulkError, writeBulk, type BulkOperation, type BulkOptions } from "./bulk.ts";
import { chunkIdOf } from "./chunk-id.ts";
import {
  checkMeta,
  indexNames,
  isMissing,
  isUsable,
  liveIndices,
  type ChunkIndex,
  type IndexSettings,
  type LiveIndex,
  UnusableIndexError,
} from "./chunk-index.ts";
import { indexDocument, type IndexableChunk } from "./index-document.ts";

const PAGE = 1_000;
const TRIES = 3;

/** Writes chunks to the search index and, during a rebuild, to the new one. All methods are idempotent. */
export interface IndexWriter {
  /**
   * Adds or replaces chunks; call `refresh` to make them searchable. Throws if the server refuses one of
   * them.
   */
  putChunks(chunks: readonly IndexableChunk[], signal?: AbortSignal): Promise<void>;
  /**
   * Writes all chunks of a piece of evidence and makes them searchable; removes those that an earlier, longer
   * version of the text left behind. Looks up once where to write.
   */
  replaceChunks(evidenceId: string, chunks: readonly IndexableChunk[], signal?: AbortSignal): Promise<void>;
  /** Removes all chunks of a piece of evidence, effective at once; returns their number. */
  removeEvidence(evidenceId: string, signal?: AbortSignal): Promise<number>;
  /** Removes the given chunks, effective at once; missing ones count as removed. */
  removeChunks(chunkIds: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Whether a chunk is in every index it is written to, refreshed or not. */
  holds(chunkId: string, signal?: AbortSignal): Promise<boolean>;
  /** Makes everything written so far searchable. */
  refresh(): Promise<void>;
}

export const deletionsOf = (ids: readonly string[], alias: string): BulkOperation[] =>
  ids.map((id) => ({ action: "delete", alias, id }));

/** Removes the matches of `query` behind one alias, page by page, until none are left. */
async function removeMatching(
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
    await writeBulk(client, deletionsOf(ids, alias), { signal });
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

/** If a rebuild ends between look-up and write, everything is written again under the current names. */
const createOnTargets =
  (client: Client, { alias, nextAlias }: IndexNames): OnTargets =>
  async (write) => {
    for (let tries = 1; ; tries++) {
      try {
        const targets = await liveIndices(client, [alias, nextAlias]);
        if (targets[0]?.alias !== alias)
          throw new UnusableIndexError(`There is no search index behind ${alias}`);
        const results = [];
        for (const target of targets) results.push(await write(target));
        return results;
      } catch (error) {
        const moved = isMissing(error) || (error instanceof BulkError && error.aliasGone);
        if (!moved || tries === TRIES) throw error;
      }
    }
  };

/** A writer for one model's vectors. It creates no index: writes without one fail. */
export function createIndexWriter(client: Client, settings: IndexSettings): IndexWriter {
  const names = indexNames(settings);
  const { nextAlias } = names;
  const onTargets = createOnTargets(client, names);

  async function put(
    chunks: readonly IndexableChunk[],
    target: LiveIndex,
    options: BulkOptions,
  ): Promise<void> {
    // A rebuild for another model, or by another version, copies these chunks itself.
    if (target.alias === nextAlias && !isUsable(target.meta, settings)) return;
    // An index must never mix vectors of two models, or documents of two versions.
    checkMeta(target.meta, settings);
    await writeBulk(client, operationsFor(chunks, target), options);
  }

  const isIn = ({ alias: index }: LiveIndex, id: string, signal?: AbortSignal): Promise<boolean> =>
    client.exists({ index, id }, signal ? { signal } : {});

  /**
   * Removes the chunks from an ordinal on. Ordinals have no gaps, and a look-up by id sees unrefreshed documents:
   * usually this is all there is to do.
   */
  async function trim(
    target: LiveIndex,
    [evidenceId, keepCount]: readonly [string, number],
    signal?: AbortSignal,
  ): Promise<void> {
    if (await isIn(target, chunkIdOf(evidenceId, keepCount), signal))
      await removeMatching(client, target.alias, chunksOf(evidenceId, keepCount), signal);
  }

  return {
    putChunks: async (chunks, signal) => {
      await onTargets((target) => put(chunks, target, { signal }));
    },
    replaceChunks: async (evidenceId, chunks, signal) => {
      await onTargets(async (target) => {
        await put(chunks, target, { signal, refresh: true });
        await trim(target, [evidenceId, chunks.length], signal);
      });
    },
    removeEvidence: async (evidenceId, signal) => {
      const query = chunksOf(evidenceId);
      const [removed = 0] = await onTargets(({ alias }) => removeMatching(client, alias, query, signal));
      return removed;
    },
    removeChunks: async (chunkIds, signal) => {
      await onTargets(async ({ alias: target }) => {
        await writeBulk(client, deletionsOf(chunkIds, target), { signal });
        await client.indices.refresh({ index: target }, signal ? { signal } : {});
      });
    },
    holds: async (chunkId, signal) =>
      (await onTargets((target) => isIn(target, chunkId, signal))).every(Boolean),
    refresh: async () => {
      await onTargets((target) => client.indices.refresh({ index: target.alias }));
    },
  };
}
