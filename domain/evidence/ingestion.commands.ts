import { findLocked, lockIfKept } from "../../platform/database/lock-row.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { recountControls } from "../controls/control.commands.ts";
import { evidenceReference } from "./evidence.events.ts";
import { EvidenceChunk, type PassageTable } from "./evidence-chunk.entity.ts";
import { Evidence, type PassageSet } from "./evidence.entity.ts";
import { isQuarantined, isUnread, type IngestionStep } from "./evidence.rules.ts";
import type { Quality } from "./quality.rules.ts";

/** A passage from the chunker. */
export interface ChunkInput {
  id: string;
  ordinal: number;
  text: string;
  headings: string[];
  page: number | null;
  place: { pageOffset: number; endPage: number; endPageOffset: number } | null;
  sheet: string | null;
  tables: PassageTable[];
  start: number;
  end: number;
}

/** A passage with the signs of its word pieces, for late interaction. */
export type EmbeddedChunk = ChunkInput & { signs: Buffer };

/** The ids of passages that were stored without signs, and their signs in the same order. */
export const SAVE_SIGNS = `
  update evidence_chunks set signs = kept.signs from unnest($1::text[], $2::bytea[]) as kept (id, signs)
  where evidence_chunks.id = kept.id`;

/** Rows of one statement: the signs of a passage take some kB, and a workbook can have tens of thousands of passages. */
const INSERT_BATCH = 100;

/**
 * Locks the evidence; null if it was deleted or replaced and ingestion must end. No one else changes it until the
 * transaction ends, so a deleted file is never reported as read.
 */
export async function findIngestible(ctx: SystemContext, id: string): Promise<Evidence | null> {
  const evidence = await findLocked(ctx.em, Evidence, { id });
  return evidence?.isIngestible() ? evidence : null;
}

/**
 * Records the current ingestion step. Evidence that an attempt has completed, whose answer was lost, stays
 * completed: searches must not lose it again.
 */
export function enterStep(evidence: Evidence, step: IngestionStep): void {
  if (evidence.chunkingStatus !== "COMPLETED") evidence.beginIngestion(step);
}

/** Replaces the chunks of one set; repeating it yields the same rows. */
export async function saveChunks(
  ctx: SystemContext,
  set: PassageSet,
  chunks: readonly EmbeddedChunk[],
): Promise<void> {
  const { evidenceId: evidence, projectId: project, revision } = set;
  await ctx.em.nativeDelete(EvidenceChunk, { evidence, revision });
  for (let from = 0; from < chunks.length; from += INSERT_BATCH) {
    const rows = chunks.slice(from, from + INSERT_BATCH).map(({ start, end, place, tables, ...chunk }) => ({
      ...chunk,
      ...place,
      tables: tables.length === 0 ? null : tables,
      evidence,
      project,
      revision,
      startOffset: start,
      endOffset: end,
    }));
    await ctx.em.insertMany(EvidenceChunk, rows);
  }
}

/** Makes a set visible to searches unless the evidence has changed since its revision. Returns whether it did. */
export async function showPassages(
  ctx: SystemContext,
  { evidenceId: id, revision, title: indexedTitle }: PassageSet,
  chunkCount: number,
): Promise<boolean> {
  const shown = { chunkCount, indexedRevision: revision, indexedTitle };
  return (await ctx.em.nativeUpdate(Evidence, { id, revision }, shown)) === 1;
}

const SPENT_PASSAGES = `select id, revision from evidence_chunks
  where evidence_id = $1 and revision <= $2 and revision <> $3 order by id`;

/** The sets up to a revision that searches no longer see or never will, each with its chunk ids. */
export async function readSpentPassages(
  ctx: SystemContext,
  evidence: Evidence,
  revision: number,
): Promise<Map<number, string[]>> {
  const parameters = [evidence.id, revision, evidence.indexedRevision];
  const rows = await queryRows<Pick<EvidenceChunk, "id" | "revision">>(ctx.em, {
    sql: SPENT_PASSAGES,
    parameters,
  });
  const sets = Map.groupBy(rows, (row) => row.revision);
  return new Map([...sets].map(([number, chunks]) => [number, chunks.map((chunk) => chunk.id)]));
}

export function rateEvidence(evidence: Evidence, quality: Quality): void {
  evidence.qualityScore = quality.score;
  evidence.qualityReasons = quality.reasons;
}

/** Recounts the controls that it serves now: these may have changed during the ingestion. */
async function recountServed(ctx: SystemContext, evidence: Evidence): Promise<void> {
  await ctx.em.flush();
  await lockIfKept(ctx.em, evidence);
  await recountControls(ctx, evidence.project.id, [evidence]);
}

/** Makes the chunks visible to search, with the quality of the evidence. */
export async function completeIngestion(
  ctx: SystemContext,
  evidence: Evidence,
  quality: Quality,
): Promise<void> {
  if (evidence.chunkingStatus === "COMPLETED") return;
  rateEvidence(evidence, quality);
  const counted = !isUnread(evidence);
  evidence.completeIngestion();
  const reference = {
    ...evidenceReference(evidence),
    quality_score: evidence.qualityScore,
    chunk_count: evidence.chunkCount,
  };
  recordEvent(ctx, "evidence.processed", { subject: evidence, data: { evidence: reference } });
  if (!counted) await recountServed(ctx, evidence);
}

function recordEnd(
  ctx: SystemContext,
  evidence: Evidence,
  kind: "evidence.failed" | "evidence.quarantined",
  reason: string,
): void {
  recordEvent(ctx, kind, {
    subject: evidence,
    data: { evidence: { ...evidenceReference(evidence), reason } },
  });
}

/**
 * The file could not be read; the original stays downloadable. Idempotent. Evidence that is completed stays so: its
 * workflow was cancelled after the answer about this was lost.
 */
export async function failIngestion(ctx: SystemContext, evidence: Evidence, reason: string): Promise<void> {
  if (!evidence.awaitsIngestion()) return;
  evidence.failIngestion(reason);
  recordEnd(ctx, evidence, "evidence.failed", reason);
  await recountServed(ctx, evidence);
}

/**
 * Replaced evidence is no longer read: marks its unfinished ingestion as failed. The event of the replacement
 * has already reported it.
 */
export async function endReplaced(ctx: SystemContext, id: string): Promise<void> {
  const evidence = await findLocked(ctx.em, Evidence, { id });
  if (evidence?.status !== "superseded" || !evidence.awaitsIngestion()) return;
  evidence.failIngestion("Replaced by a newer version before it was read");
}

/** Locks the evidence; whether it is quarantined and was not deleted since. */
export async function wasQuarantined(ctx: SystemContext, id: string): Promise<boolean> {
  const evidence = await findLocked(ctx.em, Evidence, { id });
  return evidence !== null && !evidence.deletedAt && isQuarantined(evidence);
}

/** Malware: the file can no longer be downloaded or searched. */
export async function quarantineEvidence(
  ctx: SystemContext,
  evidence: Evidence,
  reason: string,
): Promise<void> {
  // The controls that it serves may have changed during the scan.
  await lockIfKept(ctx.em, evidence);
  evidence.quarantine(reason);
  recordEnd(ctx, evidence, "evidence.quarantined", reason);
  await recountControls(ctx, evidence.project.id, [evidence]);
}
