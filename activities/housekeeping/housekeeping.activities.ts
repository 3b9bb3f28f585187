import { cancellationSignal } from "@temporalio/activity";
import { expiring } from "../../domain/features.ts";
import { sweep } from "../../domain/housekeeping/housekeeping.commands.ts";
import { runAsSystem } from "../run-as-system.ts";
import { sweepFiles, type SweepFilesDeps } from "./sweep-files.ts";

/** The steps of the housekeeping, each idempotent. */
export function createHousekeepingActivities(deps: SweepFilesDeps) {
  return {
    /** Those whose rows expire. */
    listExpiringTables: async (): Promise<string[]> => Object.keys(expiring),
    /** Removes a batch; returns the number of rows. Fewer than `limit` means that nothing is left. */
    sweepTable: (table: string, limit: number): Promise<number> =>
      runAsSystem(deps, (ctx) => sweep(ctx, { table, limit }, expiring)),
    sweepFiles: () => sweepFiles(deps, cancellationSignal()),
  };
}
