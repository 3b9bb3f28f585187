import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { EvidenceChunk } from "../../domain/evidence/evidence-chunk.entity.ts";
import type { Evidence, PassageSet } from "../../domain/evidence/evidence.entity.ts";
import { saveChunks, type ChunkInput } from "../../domain/evidence/ingestion.commands.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { paired } from "../../platform/paired.ts";
import { chunkInput } from "../../retrieval/chunking/chunk-document.ts";
import { storableSigns } from "../../retrieval/embedding/token-signs.rules.ts";
import { chunkIdOf } from "../../retrieval/index/chunk-id.ts";
import type { IndexableChunk } from "../../retrieval/index/index-document.ts";
import { readExtracted } from "./evidence-content.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { embedInParts } from "./embed-in-parts.ts";
import { runAsSystem } from "../run-as-system.ts";
import { packVectors, unpackVectors } from "./vector-file.ts";

/** Splits the text into passages. Repeating it yields the same passages with the same ids. */
export async function cutPassages(
  deps: Pick<IngestionDeps, "blobs" | "embedder">,
  { evidenceId, revision, title }: PassageSet,
  signal: AbortSignal,
): Promise<ChunkInput[]> {
  const document = await readExtracted(deps, evidenceId);
  const chunks = await deps.embedder.chunk(document, title, signal);
  return chunks.map((chunk) => ({ ...chunk, id: chunkIdOf(evidenceId, chunk.ordinal, revision) }));
}

/** Embeds the passages and stores them: their vectors with the file, and the signs for late interaction with their text. */
export async function embedPassages(
  deps: IngestionDeps,
  set: PassageSet,
  chunks: readonly ChunkInput[],
  signal: AbortSignal,
): Promise<{ chunks: number; model: string }> {
  const texts = chunks.map((chunk) => chunkInput(set.title, chunk));
  const keys = blobKeys(set.evidenceId);
  const parts = { texts, folder: keys.embedded(set.revision) };
  const { embeddings, removeParts } = await embedInParts(deps, parts, signal);
  signal.throwIfAborted();
  const { model } = deps.embedder;
  const embedded = paired(chunks, embeddings).map(([chunk, { signs }]) => ({
    ...chunk,
    signs: storableSigns(signs, model),
  }));
  await runAsSystem(deps, (ctx) => saveChunks(ctx, set, embedded));
  const vectors = embeddings.map(({ vector }) => vector);
  await deps.blobs.put(keys.vectors(set.revision), packVectors(vectors, deps.embedder));
  await removeParts();
  return { chunks: chunks.length, model };
}

export const readChunks = (
  deps: Pick<IngestionDeps, "orm">,
  { evidenceId, revision }: PassageSet,
  { also = [] }: { also?: readonly "tables"[] } = {},
): Promise<Row<EvidenceChunk>[]> =>
  readRows(deps.orm.em.fork(), EvidenceChunk, {
    where: { evidence: evidenceId, revision },
    orderBy: { ordinal: "asc" },
    also,
  });

export const readVectors = async (
  deps: Pick<IngestionDeps, "blobs">,
  { evidenceId, revision }: PassageSet,
): Promise<Float32Array[]> =>
  unpackVectors(await deps.blobs.get(blobKeys(evidenceId).vectors(revision))).vectors;

/** The passages of a set for the index. */
async function indexableChunks(
  deps: IngestionDeps,
  evidence: Evidence,
  set: PassageSet,
): Promise<IndexableChunk[]> {
  const [chunks, vectors] = [await readChunks(deps, set), await readVectors(deps, set)];
  const shared = {
    evidenceId: set.evidenceId,
    projectId: set.projectId,
    title: set.title,
    evidenceTypes: [evidence.format, evidence.contentType],
  };
  return paired(chunks, vectors).map(([{ id, ordinal, headings, text }, vector]) => ({
    ...shared,
    id,
    ordinal,
    headings,
    text,
    vector,
  }));
}

/** Writes the first set to the index. It stays invisible until PostgreSQL says that the evidence is read. */
export async function indexEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<{ chunks: number }> {
  const set = evidence.shownPassages();
  const documents = await indexableChunks(deps, evidence, set);
  await deps.index.replaceChunks(set.evidenceId, documents, signal);
  return { chunks: documents.length };
}

/** Writes a set beside the others of its evidence, where it stays invisible until PostgreSQL makes it the visible one. */
export async function indexBeside(
  deps: IngestionDeps,
  evidence: Evidence,
  set: PassageSet,
  signal: AbortSignal,
): Promise<{ chunks: number }> {
  const documents = await indexableChunks(deps, evidence, set);
  await deps.index.putChunks(documents, signal);
  await deps.index.refresh();
  return { chunks: documents.length };
}
