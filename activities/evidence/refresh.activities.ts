import { cancellationSignal } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { EvidenceChunk } from "../../domain/evidence/evidence-chunk.entity.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import {
  findIngestible,
  readSpentPassages,
  rateEvidence,
  showPassages,
} from "../../domain/evidence/ingestion.commands.ts";
import { refreshPlan, type RefreshPlan } from "../../domain/evidence/refresh.rules.ts";
import { cutPassages, embedPassages, indexBeside, readChunks } from "./evidence-passages.ts";
import { judgeEvidence } from "./evidence-quality.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { overtaken, loadRevision } from "./load-ingestible.ts";
import { runAsSystem } from "../run-as-system.ts";

/** Retried until the ingestion has ended; not an error. */
const stillIngesting = () =>
  ApplicationFailure.create({
    type: "StillIngesting",
    message: "The file is being read for the first time",
    category: ApplicationFailureCategory.BENIGN,
  });

function planOf(evidence: Evidence): RefreshPlan {
  const plan = refreshPlan(evidence);
  if (plan === "wait") throw stillIngesting();
  return plan;
}

/**
 * Makes the new set visible. If an index rebuild began after the set was written, it is written again first.
 */
async function showRefreshed(deps: IngestionDeps, evidence: Evidence, signal: AbortSignal): Promise<void> {
  const set = evidence.wantedPassages();
  const chunks = await readChunks(deps, set);
  const [first] = chunks;
  if (first !== undefined && !(await deps.index.holds(first.id, signal)))
    await indexBeside(deps, evidence, set, signal);
  if (!(await runAsSystem(deps, (ctx) => showPassages(ctx, set, chunks.length)))) throw overtaken();
}

/** Removes what searches no longer see, from the index first, so that every index document has its row. */
async function removeSpent(
  deps: IngestionDeps,
  evidenceId: string,
  revision: number,
  signal: AbortSignal,
): Promise<void> {
  const { blobs, index } = deps;
  const evidence = await runAsSystem(deps, (ctx) => findIngestible(ctx, evidenceId));
  if (evidence === null) {
    // Withdrawn in the meantime: remove what this refresh wrote after the withdrawal had cleaned up. Replaced
    // evidence keeps its file.
    const keys = blobKeys(evidenceId);
    const deleted = (await runAsSystem(deps, ({ em }) => em.count(Evidence, { id: evidenceId }))) === 0;
    await index.removeEvidence(evidenceId, signal);
    await blobs.removeAll(deleted ? keys.folder : keys.passages(revision));
    await runAsSystem(deps, ({ em }) => em.nativeDelete(EvidenceChunk, { evidence: evidenceId, revision }));
    return;
  }
  // An overtaken refresh may not have finished embedding.
  await blobs.removeAll(blobKeys(evidenceId).embedded(revision));
  const spent = await runAsSystem(deps, (ctx) => readSpentPassages(ctx, evidence, revision));
  for (const [number, ids] of spent) {
    await index.removeChunks(ids, signal);
    await blobs.removeAll(blobKeys(evidenceId).passages(number));
    await runAsSystem(deps, ({ em }) =>
      em.nativeDelete(EvidenceChunk, { evidence: evidenceId, revision: number }),
    );
  }
}

/**
 * The steps after a change of the metadata of evidence, each idempotent. They create a second set of passages
 * beside the visible one and then switch; `revision` is the change that they process.
 */
export function createRefreshActivities(deps: IngestionDeps) {
  const step =
    <T>(work: (evidence: Evidence, signal: AbortSignal) => Promise<T>) =>
    async (evidenceId: string, revision: number): Promise<T> => {
      const evidence = await runAsSystem(deps, (ctx) => loadRevision(ctx, evidenceId, revision));
      return work(evidence, cancellationSignal());
    };
  return {
    planRefresh: step((evidence) => Promise.resolve(planOf(evidence))),
    reembedEvidence: step(async (evidence, signal) => {
      const set = evidence.wantedPassages();
      return embedPassages(deps, set, await cutPassages(deps, set, signal), signal);
    }),
    reindexEvidence: step((evidence, signal) =>
      indexBeside(deps, evidence, evidence.wantedPassages(), signal),
    ),
    showRefreshedEvidence: step((evidence, signal) => showRefreshed(deps, evidence, signal)),
    rescoreEvidence: step(async (evidence) => {
      const quality = await judgeEvidence(deps, evidence);
      await runAsSystem(deps, async (ctx) =>
        rateEvidence(await loadRevision(ctx, evidence.id, evidence.revision), quality),
      );
    }),
    removeSpentPassages: (evidenceId: string, revision: number): Promise<void> =>
      removeSpent(deps, evidenceId, revision, cancellationSignal()),
  };
}
