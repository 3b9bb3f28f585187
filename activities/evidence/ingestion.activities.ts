import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import {
  completeIngestion,
  failIngestion,
  quarantineEvidence,
  wasQuarantined,
} from "../../domain/evidence/ingestion.commands.ts";
import type { SystemContext } from "../../domain/context.ts";
import { cutPassages, embedPassages, indexEvidence } from "./evidence-passages.ts";
import { extractEvidence, scanEvidence, type ScanVerdict } from "./evidence-content.ts";
import { judgeEvidence } from "./evidence-quality.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { createIngestionStep } from "./ingestion-step.ts";
import { noteEvidence } from "./note-evidence.ts";
import { loadIngestible } from "./load-ingestible.ts";
import { runAsSystem } from "../run-as-system.ts";

/**
 * The steps of an ingestion, each idempotent. They pass data through the database and the blob store, never
 * through Temporal. Each checks for cancellation before it writes, so that an abandoned ingestion leaves
 * nothing behind.
 */
export function createIngestionActivities(deps: IngestionDeps) {
  const step = createIngestionStep(deps);
  type Command = (ctx: SystemContext, evidence: Evidence) => Promise<void>;
  const change = (evidenceId: string, command: Command): Promise<void> =>
    runAsSystem(deps, async (ctx) => command(ctx, await loadIngestible(ctx, evidenceId)));

  return {
    /** A local activity: the worker answers from its memory. */
    hasScanner: (): Promise<boolean> => Promise.resolve(deps.scanner !== null),
    scanEvidence: step<ScanVerdict>("scan", (evidence, signal) => scanEvidence(deps, evidence, signal)),
    extractEvidence: step("extract", (evidence, signal, enter) =>
      extractEvidence(deps, evidence, { signal, enter }),
    ),
    // All steps use the title for which the passages were cut, even if someone renames the evidence in the
    // meantime.
    embedEvidence: step("chunk", async (evidence, signal, enter) => {
      const set = { ...evidence.shownPassages(), title: evidence.title };
      const chunks = await cutPassages(deps, set, signal);
      signal.throwIfAborted();
      await noteEvidence(deps, set.evidenceId, {
        chunkCount: chunks.length,
        indexedRevision: set.revision,
        indexedTitle: set.title,
        ingestionStep: "embed",
      });
      enter("embed");
      return embedPassages(deps, set, chunks, signal);
    }),
    indexEvidence: step("index", (evidence, signal) => indexEvidence(deps, evidence, signal)),
    completeEvidence: step("score", async (evidence) => {
      if (evidence.chunkingStatus === "COMPLETED") return;
      const quality = await judgeEvidence(deps, evidence);
      await change(evidence.id, (ctx, current) => completeIngestion(ctx, current, quality));
    }),
    failEvidence: (evidenceId: string, reason: string) =>
      change(evidenceId, (ctx, evidence) => failIngestion(ctx, evidence, reason)),
    quarantineEvidence: (evidenceId: string, reason: string): Promise<void> =>
      runAsSystem(deps, async (ctx) => {
        // By an attempt whose answer was lost.
        if (await wasQuarantined(ctx, evidenceId)) return;
        await quarantineEvidence(ctx, await loadIngestible(ctx, evidenceId), reason);
      }),
  };
}
