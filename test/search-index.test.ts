import { beforeEach, describe, expect, it } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { BulkError } from "../retrieval/index/bulk.ts";
import { chunkIdOf } from "../retrieval/index/chunk-id.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import { aliasOf, liveIndices, openChunkIndex, UnusableIndexError } from "../retrieval/index/chunk-index.ts";
import type { IndexableChunk } from "../retrieval/index/index-document.ts";
import { createIndexWriter } from "../retrieval/index/index-writer.ts";
import { DIMENSION, LARGER, chunksFor, useIndices, type EmptyIndex } from "./support/index-stage.ts";

const { client, newIndex, idsIn } = useIndices();

let prefix: EmptyIndex["prefix"];
let settings: EmptyIndex["settings"];
let index: EmptyIndex["index"];
let writer: EmptyIndex["writer"];
beforeEach(async () => void ({ prefix, settings, index, writer } = await newIndex()));

describe("the index", () => {
  it("is strict, compares by cosine and returns no vectors", async () => {
    const [evidenceId] = [newId()];
    await writer.putChunks(chunksFor(evidenceId, 1));
    await writer.refresh();
    const [live] = await liveIndices(client, [index.alias]);
    const mapping = (await client.indices.getMapping({ index: index.alias }))[live?.index ?? ""]?.mappings;
    expect(mapping?.dynamic).toBe("strict");
    expect(mapping?.properties?.vector).toMatchObject({
      type: "dense_vector",
      dims: DIMENSION,
      similarity: "cosine",
      index_options: { type: "bbq_flat" },
    });
    const { hits } = await client.search<Record<string, unknown>>({ index: index.alias });
    expect(hits.hits[0]?._source).toMatchObject({ evidence_id: evidenceId, identifiers: ["A.8.13"] });
    expect(hits.hits[0]?._source).not.toHaveProperty("vector");
  });

  it("records how it was built, and refuses another model or dimension", async () => {
    expect(index.meta).toMatchObject({ model: "small", dimension: DIMENSION, schema: 3 });
    await expect(openChunkIndex(client, settings, () => Promise.resolve(0))).resolves.toEqual(index);
    const other = openChunkIndex(client, { ...settings, model: "other", dimension: LARGER }, () =>
      Promise.resolve(0),
    );
    await expect(other).rejects.toThrow(UnusableIndexError);
    await expect(other).rejects.toThrow(
      /built with the model small \(64 dimensions.*uses other \(128 dimensions.*index:rebuild/s,
    );
  });

  it("is created once by any number of processes", async () => {
    const together = { ...settings, prefix: `${prefix}x-` };
    await Promise.all([1, 2, 3, 4].map(() => openChunkIndex(client, together, () => Promise.resolve(0))));
    await expect(liveIndices(client, [`${together.prefix}evidence-chunks`])).resolves.toHaveLength(1);
  });
});

describe("the writer", () => {
  it("replaces existing documents without duplicates", async () => {
    const [evidenceId] = [newId()];
    await writer.putChunks(chunksFor(evidenceId, 3));
    await writer.putChunks(chunksFor(evidenceId, 3, "Other text"));
    await expect(idsIn(index.alias)).resolves.toEqual([0, 1, 2].map((n) => chunkIdOf(evidenceId, n)));
  });

  it("removes one piece of evidence completely, including unrefreshed documents", async () => {
    const [gone, kept] = [newId(), newId()];
    await writer.putChunks([...chunksFor(gone, 5), ...chunksFor(kept, 2)]);
    await expect(writer.removeEvidence(gone)).resolves.toBe(5);
    await expect(writer.removeEvidence(gone)).resolves.toBe(0);
    await expect(idsIn(index.alias)).resolves.toEqual([0, 1].map((n) => chunkIdOf(kept, n)));
  });

  it("removes more chunks than one page of a search", async () => {
    const evidenceId = newId();
    await writer.putChunks(chunksFor(evidenceId, 2_300));
    await expect(writer.removeEvidence(evidenceId)).resolves.toBe(2_300);
  });

  it("removes leftovers of a longer version", async () => {
    const evidenceId = newId();
    await writer.putChunks(chunksFor(evidenceId, 5));
    await writer.replaceChunks(evidenceId, chunksFor(evidenceId, 2));
    await expect(idsIn(index.alias)).resolves.toEqual([0, 1].map((n) => chunkIdOf(evidenceId, n)));
  });

  it("fails with the reason if the server refuses a single chunk", async () => {
    const chunks = chunksFor(newId(), 3);
    const broken = { ...chunks[1], vector: Float32Array.of(1, 2) } as IndexableChunk;
    const put = writer.putChunks([chunks[0] as IndexableChunk, broken]);
    await expect(put).rejects.toThrow(BulkError);
    await expect(put).rejects.toThrow(/refused 1 of 2.*dimension/s);
  });

  it("refuses an index that another version built", async () => {
    await client.indices.putMapping({ index: index.alias, _meta: { ...index.meta, schema: 1 } });
    const put = writer.putChunks(chunksFor(newId(), 1));
    await expect(put).rejects.toThrow(UnusableIndexError);
    await expect(put).rejects.toThrow(/Another version.*schema 1.*index:rebuild/);
    await expect(idsIn(index.alias)).resolves.toEqual([]);
  });

  it("never creates an index by writing", async () => {
    const nowhere = { ...settings, prefix: `${prefix}nowhere-` };
    const missing = createIndexWriter(client, nowhere);
    const refused = await missing.putChunks(chunksFor(newId(), 1)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnusableIndexError);
    // The step that writes waits for the rebuild, as for any other outage.
    expect(infrastructureFault(refused)).toBe("away");
    await expect(client.indices.exists({ index: aliasOf(nowhere.prefix) })).resolves.toBe(false);
  });
});
