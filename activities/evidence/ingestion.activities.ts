import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { IngestionStep } from "../../domain/evidence/evidence.rules.ts";
import {
  completeIngestion,
  enterStep,
  failIngestion,
  quarantineEvidence,
  saveQuality,
  showPassages,
} from "../../domain/evidence/ingestion.commands.ts";
import type { SystemContext } from "../../domain/context.ts";
import { chunkEvidence, embedEvidence, indexEvidence } from "./evidence-passages.ts";
import {
  extractEvidence,
  makeEvidenceThumbnail,
  scanEvidence,
  type ScanVerdict,
} from "./evidence-content.ts";
import { judgeEvidence } from "./evidence-quality.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { loadIngestible } from "./load-ingestible.ts";
import { runAsSystem } from "../run-as-system.ts";
import { withHeartbeat } from "../with-heartbeat.ts";

/**
 * The steps of an ingestion, each idempotent. They pass data through the database and the blob store, never
 * through Temporal. Each checks for cancellation before it writes, so that an abandoned ingestion leaves
 * nothing behind.
 */
export function createIngestionActivities(deps: IngestionDeps) {
  /** Records the step, then works outside any transaction: a parser may take minutes. */
  const step = <T>(name: IngestionStep, work: (evidence: Evidence, signal: AbortSignal) => Promise<T>) => {
    return (evidenceId: string): Promise<T> =>
      withHeartbeat(async (signal) => {
        const evidence = await runAsSystem(deps, async (ctx) => {
          const found = await loadIngestible(ctx, evidenceId);
          await enterStep(ctx, found, name);
          return found;
        });
        return work(evidence, signal);
      });
  };

  type Command = (ctx: SystemContext, evidence: Evidence) => Promise<void>;
  const change = (evidenceId: string, command: Command): Promise<void> =>
    runAsSystem(deps, async (ctx) => command(ctx, await loadIngestible(ctx, evidenceId)));
  const finish = (evidenceId: string, command: Command): Promise<void> =>
    withHeartbeat(() => change(evidenceId, command));

  return {
    scanEvidence: step<ScanVerdict>("scan", (evidence, signal) => scanEvidence(deps, evidence, signal)),
    extractEvidence: step("extract", (evidence, signal) => extractEvidence(deps, evidence, signal)),
    makeEvidenceThumbnail: step("thumbnail", (evidence, signal) =>
      makeEvidenceThumbnail(deps, evidence, signal),
    ),
    // All steps use the title for which the passages were cut, even if someone renames the evidence in the
    // meantime.
    chunkEvidence: step("chunk", async (evidence, signal) => {
      const set = { ...evidence.shownPassages(), title: evidence.title };
      const { chunks } = await chunkEvidence(deps, set, signal);
      await runAsSystem(deps, (ctx) => showPassages(ctx, set, { chunkCount: chunks }));
      return { chunks };
    }),
    embedEvidence: step("embed", (evidence, signal) => embedEvidence(deps, evidence.shownPassages(), signal)),
    indexEvidence: step("index", async (evidence, signal) => {
      const set = evidence.shownPassages();
      const { chunks } = await indexEvidence(deps, evidence, set, signal);
      await deps.index.removeSurplus(set.evidenceId, chunks, signal);
      return { chunks };
    }),
    scoreEvidence: step("score", async (evidence) => {
      const quality = await judgeEvidence(deps, evidence);
      await change(evidence.id, (ctx, current) => saveQuality(ctx, current, quality));
    }),
    completeEvidence: (evidenceId: string) => finish(evidenceId, completeIngestion),
    failEvidence: (evidenceId: string, reason: string) =>
      finish(evidenceId, (ctx, evidence) => failIngestion(ctx, evidence, reason)),
    quarantineEvidence: (evidenceId: string, reason: string) =>
      finish(evidenceId, (ctx, evidence) => quarantineEvidence(ctx, evidence, reason)),
  };
}
