import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { EvidenceChunk } from "../../domain/evidence/evidence-chunk.entity.ts";
import type { Evidence, PassageSet } from "../../domain/evidence/evidence.entity.ts";
import { saveChunks, saveSigns } from "../../domain/evidence/ingestion.commands.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { chunkDocument, chunkInput } from "../../retrieval/chunking/chunk-document.ts";
import { storableSigns } from "../../retrieval/embedding/token-signs.rules.ts";
import { chunkIdOf } from "../../retrieval/index/chunk-id.ts";
import { readExtracted } from "./evidence-content.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { runAsSystem } from "../run-as-system.ts";
import { packVectors, unpackVectors } from "./vector-file.ts";

/** Splits the text into passages. Repeating it yields the same passages with the same ids. */
export async function chunkEvidence(
  deps: IngestionDeps,
  set: PassageSet,
  signal: AbortSignal,
): Promise<{ chunks: number }> {
  const { evidenceId, revision, title } = set;
  const document = await readExtracted(deps, evidenceId);
  const chunks = chunkDocument(document, { title, tokenizer: deps.tokenizer });
  const rows = chunks.map((chunk) => ({ ...chunk, id: chunkIdOf(evidenceId, chunk.ordinal, revision) }));
  signal.throwIfAborted();
  await runAsSystem(deps, (ctx) => saveChunks(ctx, set, rows));
  return { chunks: rows.length };
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

/**
 * Embeds the passages: stores their vectors with the file, and the signs for late interaction with their
 * text.
 */
export async function embedEvidence(
  deps: IngestionDeps,
  set: PassageSet,
  signal: AbortSignal,
): Promise<{ vectors: number; model: string }> {
  const chunks = await readChunks(deps, set);
  const texts = chunks.map((chunk) => chunkInput(set.title, chunk));
  const embeddings = await deps.embedder.embedPassages(texts, signal);
  signal.throwIfAborted();
  const { model } = deps.embedder;
  const kept = embeddings.map(({ signs }, i) => ({ id: chunks[i]!.id, signs: storableSigns(signs, model) }));
  await runAsSystem(deps, (ctx) => saveSigns(ctx, kept));
  const vectors = embeddings.map(({ vector }) => vector);
  const key = blobKeys(set.evidenceId).vectors(set.revision);
  await deps.blobs.put(key, packVectors(vectors, deps.embedder));
  return { vectors: vectors.length, model };
}

export const readVectors = async (
  deps: Pick<IngestionDeps, "blobs">,
  { evidenceId, revision }: PassageSet,
): Promise<Float32Array[]> =>
  unpackVectors(await deps.blobs.get(blobKeys(evidenceId).vectors(revision))).vectors;

/** Writes the passages to the index. They stay invisible until PostgreSQL makes this set the visible one. */
export async function indexEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  set: PassageSet,
  signal: AbortSignal,
): Promise<{ chunks: number }> {
  const [chunks, vectors] = [await readChunks(deps, set), await readVectors(deps, set)];
  const shared = {
    evidenceId: set.evidenceId,
    projectId: set.projectId,
    title: set.title,
    evidenceTypes: [evidence.format, evidence.contentType],
  };
  const documents = chunks.map(({ id, ordinal, headings, text }, i) => ({
    ...shared,
    id,
    ordinal,
    headings,
    text,
    vector: vectors[i]!,
  }));
  await deps.index.putChunks(documents, signal);
  await deps.index.refresh();
  return { chunks: documents.length };
}
