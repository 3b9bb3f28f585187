import { cancellationSignal } from "@temporalio/activity";
import type { Client } from "@temporalio/client";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { EvidenceChunk } from "../../domain/evidence/evidence-chunk.entity.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { endReplaced } from "../../domain/evidence/ingestion.commands.ts";
import { packText } from "../../domain/evidence/kept-text.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import type { IndexWriter } from "../../retrieval/index/index-writer.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";
import { readChunks } from "./evidence-passages.ts";
import { stopIngestion } from "./stop-ingestion.ts";

export interface WithdrawalDeps extends SystemDeps {
  blobs: BlobStore;
  index: IndexWriter;
  temporal: Client;
}

/** Versions are compared by their text, also after a retry of this step. */
async function keepText({ orm, blobs }: WithdrawalDeps, evidenceId: string): Promise<void> {
  const evidence = await orm.em.fork().findOne(Evidence, { id: evidenceId });
  if (evidence === null) return;
  const { title, indexedRevision: revision, project } = evidence;
  const set = { evidenceId, title, revision, projectId: project.id };
  const chunks = await readChunks({ orm }, set, { also: ["tables"] });
  if (chunks.length > 0) await blobs.put(blobKeys(evidenceId).text, packText(chunks));
}

/** The steps of removing evidence, each idempotent. */
export function createWithdrawalActivities(deps: WithdrawalDeps) {
  return {
    async stopIngestion(evidenceId: string, reason: string): Promise<void> {
      await stopIngestion(deps, evidenceId, reason, cancellationSignal());
      if (reason === "superseded") await runAsSystem(deps, (ctx) => endReplaced(ctx, evidenceId));
    },
    removeFromIndex: (evidenceId: string) => deps.index.removeEvidence(evidenceId, cancellationSignal()),
    async removeChunks(evidenceId: string): Promise<void> {
      await keepText(deps, evidenceId);
      await runAsSystem(deps, ({ em }) => em.nativeDelete(EvidenceChunk, { evidence: evidenceId }));
    },
    /** The row goes first: a refresh that is still running looks for it, and removes what it wrote itself. */
    async removeEvidence(evidenceId: string): Promise<void> {
      await runAsSystem(deps, ({ em }) => em.nativeDelete(Evidence, { id: evidenceId }));
      await deps.blobs.removeAll(blobKeys(evidenceId).folder);
    },
  };
}
