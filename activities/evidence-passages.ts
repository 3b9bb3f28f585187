import { blobKeys } from "../domain/evidence/blob-keys.rules.ts";
import { EvidenceChunk, type Evidence } from "../domain/evidence/evidence.entity.ts";
import { saveChunks } from "../domain/evidence/ingestion.commands.ts";
import { chunkDocument, chunkInput } from "../retrieval/chunking/chunk-document.ts";
import { chunkIdOf } from "../retrieval/index/chunk-id.ts";
import { readExtracted } from "./evidence-content.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { runAsSystem } from "./run-as-system.ts";
import { packVectors, unpackVectors } from "./vector-file.ts";

/** Cuts the text into passages. Doing it again gives the same passages under the same ids. */
export async function chunkEvidence(deps: IngestionDeps, evidence: Evidence): Promise<{ chunks: number }> {
  const document = await readExtracted(deps, evidence.id);
  const chunks = chunkDocument(document, { title: evidence.title, tokenizer: deps.tokenizer });
  const rows = chunks.map((chunk) => ({ ...chunk, id: chunkIdOf(evidence.id, chunk.ordinal) }));
  const owner = { evidenceId: evidence.id, projectId: evidence.project.id };
  await runAsSystem(deps, (ctx) => saveChunks(ctx, owner, rows));
  return { chunks: rows.length };
}

export const loadChunks = (deps: Pick<IngestionDeps, "orm">, evidenceId: string): Promise<EvidenceChunk[]> =>
  deps.orm.em.fork().find(EvidenceChunk, { evidence: evidenceId }, { orderBy: { ordinal: "asc" } });

/** Turns the passages into vectors and keeps them beside the file. */
export async function embedEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<{ vectors: number; model: string }> {
  const chunks = await loadChunks(deps, evidence.id);
  const texts = chunks.map((chunk) => chunkInput(evidence.title, chunk));
  const vectors = await deps.embedder.embed(texts, signal);
  await deps.blobs.put(blobKeys(evidence.id).vectors, packVectors(vectors, deps.embedder));
  return { vectors: vectors.length, model: deps.embedder.model };
}

export const loadVectors = async (
  deps: Pick<IngestionDeps, "blobs">,
  evidenceId: string,
): Promise<Float32Array[]> => unpackVectors(await deps.blobs.get(blobKeys(evidenceId).vectors)).vectors;

/** Writes the passages to the index. They stay invisible until the evidence is COMPLETED. */
export async function indexEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<{ chunks: number }> {
  const [chunks, vectors] = [await loadChunks(deps, evidence.id), await loadVectors(deps, evidence.id)];
  const shared = {
    evidenceId: evidence.id,
    projectId: evidence.project.id,
    title: evidence.title,
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
  await deps.index.removeSurplus(evidence.id, chunks.length, signal);
  await deps.index.refresh();
  return { chunks: documents.length };
}
