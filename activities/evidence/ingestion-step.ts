import { cancellationSignal } from "@temporalio/activity";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { IngestionStep } from "../../domain/evidence/evidence.rules.ts";
import { enterStep } from "../../domain/evidence/ingestion.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";
import { showProgress } from "../show-progress.ts";
import { loadIngestible } from "./load-ingestible.ts";

type Enter = (step: IngestionStep) => void;
type Work<T> = (evidence: Evidence, signal: AbortSignal, enter: Enter) => Promise<T>;

/**
 * Records the step, then works outside any transaction: a parser may take minutes. Heartbeats show the step to
 * operators, also one that `work` enters later and records itself.
 */
export const createIngestionStep =
  (deps: SystemDeps) =>
  <T>(first: IngestionStep, work: Work<T>) =>
  async (evidenceId: string): Promise<T> => {
    let current = first;
    showProgress(() => ({ step: current }));
    const evidence = await runAsSystem(deps, async (ctx) => {
      const loaded = await loadIngestible(ctx, evidenceId);
      enterStep(loaded, first);
      return loaded;
    });
    return work(evidence, cancellationSignal(), (next) => {
      current = next;
    });
  };
