import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { IngestionStep } from "../../domain/evidence/evidence.rules.ts";
import { enterStep } from "../../domain/evidence/ingestion.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";
import { withHeartbeat } from "../with-heartbeat.ts";
import { loadIngestible } from "./load-ingestible.ts";

type Enter = (step: IngestionStep) => void;

/** How the activities of an ingestion begin. */
export function createIngestionSteps(deps: SystemDeps) {
  const begin = (evidenceId: string, step: IngestionStep): Promise<Evidence> =>
    runAsSystem(deps, async (ctx) => {
      const evidence = await loadIngestible(ctx, evidenceId);
      // An attempt whose answer was lost has completed it: searches must not lose it again.
      if (step === "score" && evidence.chunkingStatus === "COMPLETED") return evidence;
      await enterStep(ctx, evidence, step);
      return evidence;
    });

  /**
   * Records the step, then works outside any transaction: a parser may take minutes. Heartbeats show the step to
   * operators, also one that `work` enters later and records itself.
   */
  const step = <T>(
    first: IngestionStep,
    work: (evidence: Evidence, signal: AbortSignal, enter: Enter) => Promise<T>,
  ) => {
    return (evidenceId: string): Promise<T> => {
      let current = first;
      const enter: Enter = (next) => {
        current = next;
      };
      return withHeartbeat(
        async (signal) => work(await begin(evidenceId, first), signal, enter),
        () => ({ step: current }),
      );
    };
  };

  return { begin, step };
}
