import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@elastic/elasticsearch";
import { paired } from "../../platform/paired.ts";
import { writeBulk } from "./bulk.ts";
import {
  aliasOf,
  createIndex,
  liveIndices,
  nextAliasOf,
  type IndexSettings,
  type LiveIndex,
} from "./chunk-index.ts";
import { indexDocument, type IndexableChunk } from "./index-document.ts";
import { revisionOf } from "./chunk-id.ts";
import { deletionsOf } from "./index-writer.ts";

const PAGE = 200;
/** Longer than any search: one that resolved the alias to the old index may still be reading it. */
const DRAIN_MS = 10_000;

/** The data that a rebuild reads from PostgreSQL. */
export interface RebuildSource {
  /** Evidence whose chunks belong in the index, by ascending id, after `afterId`, at most `limit`. */
  evidencePage(afterId: string | null, limit: number): Promise<{ evidenceId: string; chunkCount: number }[]>;
  /** The chunks for the index, without vectors; empty if the evidence was removed. */
  chunks(evidenceId: string): Promise<Omit<IndexableChunk, "vector">[]>;
  countChunks(): Promise<number>;
}

export interface RebuildDeps {
  client: Client;
  settings: IndexSettings;
  source: RebuildSource;
  /** Stored vectors of one set of passages, in the order of the chunks; null if there are none. */
  vectorsFor(evidenceId: string, revision: number): Promise<Float32Array[] | null>;
  /** Vectors for chunks without stored ones. */
  embed(chunks: readonly Omit<IndexableChunk, "vector">[]): Promise<Float32Array[]>;
  onProgress?(done: number, total: number): void;
  /** Discard what an earlier, interrupted rebuild left, instead of refusing. */
  discardUnfinished?: boolean;
  /** Milliseconds that the old index stays after the switch; 10 s by default. */
  drainMs?: number;
}

async function withVectors(deps: RebuildDeps, evidenceId: string): Promise<IndexableChunk[]> {
  const chunks = await deps.source.chunks(evidenceId);
  const [first] = chunks;
  const kept = first === undefined ? [] : await deps.vectorsFor(evidenceId, revisionOf(first.id));
  const usable = kept !== null && kept.length === chunks.length;
  const vectors = usable ? kept : await deps.embed(chunks);
  return paired(chunks, vectors).map(([chunk, vector]) => ({ ...chunk, vector }));
}

/**
 * Copies one piece of evidence. Chunks that a worker wrote in the meantime are newer and stay; chunks that
 * PostgreSQL no longer has are removed again.
 */
async function copyEvidence(deps: RebuildDeps, next: LiveIndex, evidenceId: string): Promise<void> {
  const chunks = await withVectors(deps, evidenceId);
  await writeBulk(
    deps.client,
    chunks.map((chunk) => ({
      action: "create" as const,
      alias: next.alias,
      id: chunk.id,
      document: indexDocument(chunk, next.meta.analysis),
    })),
  );
  const now = new Set((await deps.source.chunks(evidenceId)).map((chunk) => chunk.id));
  const gone = chunks.map((chunk) => chunk.id).filter((id) => !now.has(id));
  await writeBulk(deps.client, deletionsOf(gone, next.alias));
}

/** The number of chunks in the index by evidence. */
async function countsIn(client: Client, alias: string, evidenceIds: string[]): Promise<Map<string, number>> {
  await client.indices.refresh({ index: alias });
  const { aggregations } = await client.search<
    unknown,
    { by: { buckets: { key: string; doc_count: number }[] } }
  >({
    index: alias,
    size: 0,
    query: { terms: { evidence_id: evidenceIds } },
    aggs: { by: { terms: { field: "evidence_id", size: evidenceIds.length } } },
  });
  return new Map(aggregations?.by.buckets.map((bucket) => [bucket.key, bucket.doc_count]));
}

/** One pass over PostgreSQL that copies all evidence whose number of chunks in the index differs. */
async function copyMissing(
  deps: RebuildDeps,
  next: LiveIndex,
  onCopied: (chunks: number) => void,
): Promise<void> {
  for (let after: string | null = null; ;) {
    const page = await deps.source.evidencePage(after, PAGE);
    if (page.length === 0) return;
    const counts = await countsIn(
      deps.client,
      next.alias,
      page.map((row) => row.evidenceId),
    );
    for (const { evidenceId, chunkCount } of page) {
      if (counts.get(evidenceId) === chunkCount) continue;
      await copyEvidence(deps, next, evidenceId);
      onCopied(chunkCount);
    }
    after = page.at(-1)?.evidenceId ?? null;
  }
}

async function startNext({
  client,
  settings,
  discardUnfinished,
}: RebuildDeps): Promise<[LiveIndex | undefined, LiveIndex]> {
  const [alias, nextAlias] = [aliasOf(settings.prefix), nextAliasOf(settings.prefix)];
  const [unfinished] = await liveIndices(client, [nextAlias]);
  if (unfinished !== undefined && !discardUnfinished)
    throw new Error(
      `A rebuild into ${unfinished.index} is running or was interrupted. When none is running, start again with --discard-unfinished.`,
    );
  if (unfinished !== undefined) await client.indices.delete({ index: unfinished.index });
  const [old] = await liveIndices(client, [alias]);
  const number = Number(/-(\d+)$/.exec(old?.index ?? "-0")?.[1]) + 1;
  return [old, await createIndex(client, settings, { alias: nextAlias, number })];
}

/** One atomic step: readers and writers see the old index before it and the new one after it. */
async function switchTo(
  client: Client,
  alias: string,
  old: LiveIndex | undefined,
  next: LiveIndex,
): Promise<void> {
  await client.indices.refresh({ index: next.alias });
  await client.indices.updateAliases({
    actions: [
      { add: { index: next.index, alias } },
      { remove: { index: next.index, alias: next.alias } },
      ...(old === undefined ? [] : [{ remove: { index: old.index, alias } }]),
    ],
  });
}

/** Deletes our numbered indices without an alias: the one just replaced, and any left by a crash. */
async function deleteRetired(client: Client, prefix: string): Promise<void> {
  const numbered = `${aliasOf(prefix)}-`;
  const found = await client.indices.get({ index: `${numbered}*`, filter_path: "*.aliases" });
  const retired = Object.entries(found)
    .filter(([name, { aliases = {} }]) => isNumbered(name, numbered) && Object.keys(aliases).length === 0)
    .map(([name]) => name);
  if (retired.length > 0) await client.indices.delete({ index: retired, ignore_unavailable: true });
}

const isNumbered = (name: string, stem: string): boolean =>
  name.startsWith(stem) && /^\d{6}$/.test(name.slice(stem.length));

/**
 * Builds a new index from PostgreSQL while searches and ingestion continue, then switches the alias. Running
 * processes write to both in the meantime (see IndexWriter). After a change of the model, restart the
 * services. Returns the name of the new index and the number of copied chunks.
 */
export async function rebuildIndex(deps: RebuildDeps): Promise<{ index: string; chunks: number }> {
  const [old, next] = await startNext(deps);
  const total = await deps.source.countChunks();
  let chunks = 0;
  const onCopied = (count: number) => {
    chunks += count;
    deps.onProgress?.(chunks, total);
  };
  await copyMissing(deps, next, onCopied);
  // What a writer with another model skipped, and what was committed during the first pass.
  await copyMissing(deps, next, onCopied);
  const alias = aliasOf(deps.settings.prefix);
  await switchTo(deps.client, alias, old, next);
  await copyMissing(deps, { ...next, alias }, onCopied);
  if (old !== undefined) await sleep(deps.drainMs ?? DRAIN_MS);
  await deleteRetired(deps.client, deps.settings.prefix);
  return { index: next.index, chunks };
}
