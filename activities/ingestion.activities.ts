import { ApplicationFailure } from "@temporalio/activity";
import type { Evidence } from "../domain/evidence/evidence.entity.ts";
import type { IngestionStep } from "../domain/evidence/evidence.rules.ts";
import {
  completeIngestion,
  enterStep,
  failIngestion,
  findIngestible,
  quarantineEvidence,
  saveQuality,
} from "../domain/evidence/ingestion.commands.ts";
import type { SystemContext } from "../domain/context.ts";
import { chunkEvidence, embedEvidence, indexEvidence } from "./evidence-passages.ts";
import {
  extractEvidence,
  makeEvidenceThumbnail,
  scanEvidence,
  type ScanVerdict,
} from "./evidence-content.ts";
import { judgeEvidence } from "./evidence-quality.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { runAsSystem } from "./run-as-system.ts";
import { withHeartbeat } from "./with-heartbeat.ts";

/** Ends the workflow quietly: somebody deleted or replaced the evidence meanwhile. */
const withdrawn = () =>
  ApplicationFailure.create({
    type: "Withdrawn",
    message: "The evidence was deleted or replaced",
    nonRetryable: true,
  });

async function requireIngestible(ctx: SystemContext, id: string): Promise<Evidence> {
  const evidence = await findIngestible(ctx, id);
  if (evidence === null) throw withdrawn();
  return evidence;
}

/** The steps of an ingestion, each safe to repeat. They hand on through the database and the blob store, never through Temporal. */
export function createIngestionActivities(deps: IngestionDeps) {
  /** Marks the step, then works outside any transaction: a parser may take minutes. */
  const step = <T>(name: IngestionStep, work: (evidence: Evidence, signal: AbortSignal) => Promise<T>) => {
    return (evidenceId: string): Promise<T> =>
      withHeartbeat(async (signal) => {
        const evidence = await runAsSystem(deps, async (ctx) => {
          const found = await requireIngestible(ctx, evidenceId);
          await enterStep(ctx, found, name);
          return found;
        });
        return work(evidence, signal);
      });
  };

  const finish = (
    evidenceId: string,
    command: (ctx: SystemContext, evidence: Evidence) => Promise<void>,
  ): Promise<void> =>
    runAsSystem(deps, async (ctx) => command(ctx, await requireIngestible(ctx, evidenceId)));

  return {
    scanEvidence: step<ScanVerdict>("scan", (evidence, signal) => scanEvidence(deps, evidence, signal)),
    extractEvidence: step("extract", (evidence, signal) => extractEvidence(deps, evidence, signal)),
    makeEvidenceThumbnail: step("thumbnail", (evidence) => makeEvidenceThumbnail(deps, evidence)),
    chunkEvidence: step("chunk", (evidence) => chunkEvidence(deps, evidence)),
    embedEvidence: step("embed", (evidence, signal) => embedEvidence(deps, evidence, signal)),
    indexEvidence: step("index", (evidence, signal) => indexEvidence(deps, evidence, signal)),
    scoreEvidence: step("score", async (evidence) => {
      const quality = await judgeEvidence(deps, evidence);
      await finish(evidence.id, (ctx, current) => saveQuality(ctx, current, quality));
    }),
    completeEvidence: (evidenceId: string) => finish(evidenceId, completeIngestion),
    failEvidence: (evidenceId: string, reason: string) =>
      finish(evidenceId, (ctx, evidence) => failIngestion(ctx, evidence, reason)),
    quarantineEvidence: (evidenceId: string, reason: string) =>
      finish(evidenceId, (ctx, evidence) => quarantineEvidence(ctx, evidence, reason)),
  };
}
