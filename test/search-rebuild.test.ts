import { beforeEach, describe, expect, it } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { chunkIdOf } from "../retrieval/index/chunk-id.ts";
import { liveIndices } from "../retrieval/index/chunk-index.ts";
import type { IndexableChunk } from "../retrieval/index/index-document.ts";
import { rebuildIndex, type RebuildDeps, type RebuildSource } from "../retrieval/index/rebuild-index.ts";
import { LARGER, chunksFor, useIndices, vectorOf, type EmptyIndex } from "./support/index-stage.ts";
import { waitFor } from "./support/wait-for.ts";

const { client, newIndex, idsIn } = useIndices();

let prefix: EmptyIndex["prefix"];
let settings: EmptyIndex["settings"];
let index: EmptyIndex["index"];
let writer: EmptyIndex["writer"];
beforeEach(async () => void ({ prefix, settings, index, writer } = await newIndex()));

/** PostgreSQL as the rebuild sees it, in a map. */
function sourceOf(rows: Map<string, IndexableChunk[]>): RebuildSource {
  return {
    evidencePage: (after, limit) =>
      Promise.resolve(
        [...rows.keys()]
          .sort()
          .filter((id) => after === null || id > after)
          .slice(0, limit)
          .map((evidenceId) => ({ evidenceId, chunkCount: rows.get(evidenceId)?.length ?? 0 })),
      ),
    chunks: (evidenceId) => Promise.resolve(rows.get(evidenceId) ?? []),
    countChunks: () => Promise.resolve([...rows.values()].flat().length),
  };
}

function rebuildDeps(rows: Map<string, IndexableChunk[]>, changes: Partial<RebuildDeps> = {}): RebuildDeps {
  return {
    client,
    settings,
    source: sourceOf(rows),
    vectorsFor: () => Promise.resolve(null),
    embed: (chunks) => Promise.resolve(chunks.map(() => vectorOf(0, 1))),
    drainMs: 0,
    ...changes,
  };
}

describe("a rebuild", () => {
  it("matches PostgreSQL, and replaces the old index", async () => {
    const [first, second, stale] = [newId(), newId(), newId()];
    await writer.putChunks(chunksFor(stale, 4));
    const rows = new Map([first, second].map((id) => [id, chunksFor(id, 3)]));
    const progress: [number, number][] = [];
    const built = await rebuildIndex(rebuildDeps(rows, { onProgress: (...step) => progress.push(step) }));
    expect(built).toEqual({ index: `${prefix}evidence-chunks-000002`, chunks: 6 });
    expect(progress).toEqual([
      [3, 6],
      [6, 6],
    ]);
    await expect(idsIn(index.alias)).resolves.toEqual(
      [first, second].flatMap((id) => [0, 1, 2].map((n) => chunkIdOf(id, n))),
    );
    await expect(client.indices.exists({ index: `${prefix}evidence-chunks-000001` })).resolves.toBe(false);
    await expect(client.indices.exists({ index: index.nextAlias })).resolves.toBe(false);
  });

  it("uses stored vectors and embeds only without them", async () => {
    const [kept, lost] = [newId(), newId()];
    const rows = new Map([kept, lost].map((id) => [id, chunksFor(id, 2)]));
    const embedded: number[] = [];
    await rebuildIndex(
      rebuildDeps(rows, {
        vectorsFor: (id) => Promise.resolve(id === kept ? [vectorOf(1), vectorOf(1)] : null),
        embed: (chunks) => {
          embedded.push(chunks.length);
          return Promise.resolve(chunks.map(() => vectorOf(0, 1)));
        },
      }),
    );
    expect(embedded).toEqual([2]);
  });

  it("loses no concurrent writes, replacements or removals", async () => {
    const rows = new Map<string, IndexableChunk[]>();
    for (let i = 0; i < 30; i++) {
      const id = newId();
      rows.set(id, chunksFor(id, 4));
    }
    await writer.putChunks([...rows.values()].flat());
    const [replaced, removed] = [...rows.keys()].slice(10, 12) as [string, string];
    let copied = 0;
    const embed: RebuildDeps["embed"] = async (chunks) => {
      // Every piece of evidence changes while the rebuild copies it: PostgreSQL first, then the index, as in
      // ingestion.
      copied++;
      const added = newId();
      if (copied <= 20) {
        rows.set(added, chunksFor(added, 2, "Written during the rebuild"));
        await writer.putChunks(rows.get(added) ?? []);
      }
      if (chunks[0]?.evidenceId === replaced) {
        rows.set(replaced, chunksFor(replaced, 2, "Shorter"));
        await writer.replaceChunks(replaced, rows.get(replaced) ?? []);
      }
      if (chunks[0]?.evidenceId === removed) {
        rows.delete(removed);
        await writer.removeEvidence(removed);
      }
      return chunks.map(() => vectorOf(0, 1));
    };
    const failures: unknown[] = [];
    let rebuilding = true;
    // One at a time: a backlog of searches would reach the old index after it is gone.
    const searching = (async () => {
      while (rebuilding) await idsIn(index.alias).catch((error: unknown) => failures.push(error));
    })();
    await rebuildIndex(rebuildDeps(rows, { embed, drainMs: 1_000 })).finally(() => (rebuilding = false));
    await searching;
    const expected = [...rows.values()].flat().map((chunk) => chunk.id);
    await expect(idsIn(index.alias)).resolves.toEqual(expected.sort());
    expect(failures).toEqual([]);
    const { hits } = await client.search<{ content: string }>({
      index: index.alias,
      query: { term: { _id: chunkIdOf(replaced, 0) } },
    });
    expect(hits.hits[0]?._source?.content).toMatch(/shorter/i);
  });

  it("keeps the old index for running searches, then deletes it", async () => {
    const id = newId();
    await writer.putChunks(chunksFor(id, 1));
    const rebuilding = rebuildIndex(rebuildDeps(new Map([[id, chunksFor(id, 1)]]), { drainMs: 5_000 }));
    const [old, next] = [1, 2].map((n) => `${index.alias}-00000${n}`) as [string, string];
    await waitFor(
      () => liveIndices(client, [index.alias]),
      ([live]) => live?.index === next,
    );
    await expect(client.indices.exists({ index: old })).resolves.toBe(true);
    await rebuilding;
    await expect(client.indices.exists({ index: old })).resolves.toBe(false);
  });

  it("cleans up after a crash between switch and deletion, and nothing else", async () => {
    const [orphan, foreign] = [`${index.alias}-000000`, `${index.alias}-archive`];
    for (const name of [orphan, foreign]) await client.indices.create({ index: name });
    await rebuildIndex(rebuildDeps(new Map()));
    await expect(client.indices.exists({ index: orphan })).resolves.toBe(false);
    await expect(client.indices.exists({ index: foreign })).resolves.toBe(true);
  });

  it("lets a writer with the old model neither mix vectors nor continue after the switch", async () => {
    const id = newId();
    const rows = new Map([[id, chunksFor(id, 1)]]);
    const embed: RebuildDeps["embed"] = async (chunks) => {
      const late = newId();
      if (rows.size === 1) {
        rows.set(late, chunksFor(late, 1));
        await writer.putChunks(rows.get(late) ?? []);
      }
      return chunks.map(() => new Float32Array(LARGER).fill(1));
    };
    await rebuildIndex(
      rebuildDeps(rows, { embed, settings: { ...settings, model: "larger", dimension: LARGER } }),
    );
    await expect(idsIn(index.alias)).resolves.toHaveLength(2);
    await expect(writer.putChunks(chunksFor(newId(), 1))).rejects.toThrow(/built with the model larger/);
  });

  it("refuses to run twice, and discards an interrupted one on request", async () => {
    const id = newId();
    const rows = new Map([[id, chunksFor(id, 1)]]);
    const crash = () => Promise.reject(new Error("killed"));
    await expect(rebuildIndex(rebuildDeps(rows, { embed: crash }))).rejects.toThrow("killed");
    await expect(rebuildIndex(rebuildDeps(rows))).rejects.toThrow(/running or was interrupted/);
    await expect(rebuildIndex(rebuildDeps(rows, { discardUnfinished: true }))).resolves.toMatchObject({
      chunks: 1,
    });
  });
});
