import { hash } from "node:crypto";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import type { Embedding } from "../../retrieval/embedding/embedding.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import { slicesOf } from "../../retrieval/embedding/slices-of.rules.ts";
import { packEmbeddings, unpackEmbeddings } from "./embeddings-file.ts";

/** About ten seconds of the model. */
export const PART = 1_000;

interface Deps {
  blobs: Pick<BlobStore, "get" | "put" | "removeAll">;
  embedder: Pick<Embedder, "embedPassages" | "model" | "dimension">;
}

/**
 * Embeds the texts and keeps each finished part in the folder: a document that takes longer than its step may is
 * continued by the next attempt. Shorter documents are embedded at once. `removeParts` ends it, once the result is kept.
 */
export async function embedInParts(
  { blobs, embedder }: Deps,
  { texts, folder }: { texts: readonly string[]; folder: string },
  signal: AbortSignal,
): Promise<{ embeddings: Embedding[]; removeParts: () => Promise<void> }> {
  const parts = slicesOf(texts, PART);
  if (parts.length <= 1)
    return { embeddings: await embedder.embedPassages(texts, signal), removeParts: () => Promise.resolve() };

  async function embedPart(part: readonly string[]): Promise<Embedding[]> {
    // Other texts or another model have other parts.
    const key = `${folder}/${hash("sha256", JSON.stringify([embedder.model, part]))}`;
    const kept = await blobs.get(key).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null;
      throw error;
    });
    if (kept !== null) return unpackEmbeddings(kept, embedder.dimension);
    const made = await embedder.embedPassages(part, signal, "bulk", texts);
    signal.throwIfAborted();
    await blobs.put(key, packEmbeddings(made));
    return made;
  }

  // All of them, even if one has failed: nothing may be written after this has ended.
  const ended = await Promise.allSettled(parts.map(embedPart));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const embeddings = ended.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  return { embeddings, removeParts: () => blobs.removeAll(folder) };
}
