import { ActivityFailure, ApplicationFailure, isCancellation, proxyActivities } from "@temporalio/workflow";
import type { createHousekeepingActivities } from "../../activities/housekeeping/housekeeping.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createHousekeepingActivities>;

/** Rows that one step removes: enough to make progress, few enough not to block other transactions. */
const SWEEP_BATCH = 1_000;
/** Steps for one table in one run; the next day's run removes the rest. */
const SWEEPS_AT_MOST = 500;

/** A table that cannot be swept must not keep the others from it: the next day's run tries again. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "30m",
  retry: retries.background,
});

/** After some hours without the blob store, the next day's run starts, so this one need not wait. */
const files = proxyActivities<Activities>({
  startToCloseTimeout: "2h",
  scheduleToCloseTimeout: "6h",
  heartbeatTimeout: "1m",
  retry: retries.patient,
});

export interface HousekeepingInput {
  /** Rows per step; tests use smaller batches. */
  batch?: number;
}

async function sweepWhole(table: string, batch: number): Promise<number> {
  let total = 0;
  for (let step = 0; step < SWEEPS_AT_MOST; step++) {
    const removed = await store.sweepTable(table, batch);
    total += removed;
    if (removed < batch) break;
  }
  return total;
}

/** How many rows of each table were removed, and how many `files`. */
type Counts = Record<string, number | Awaited<ReturnType<Activities["sweepFiles"]>>>;

/** Throws at the end of a run whose rows remain in these tables. */
function refuseFailed(tables: readonly string[]): void {
  if (tables.length === 0) return;
  const message = `Expired rows could not be removed from ${tables.join(", ")}: see the worker's log`;
  throw ApplicationFailure.nonRetryable(message, "NotSwept");
}

/** Removes expired rows table by table, then files without a row. A table that fails delays no other. */
export async function housekeeping({ batch = SWEEP_BATCH }: HousekeepingInput = {}): Promise<Counts> {
  const counts: Counts = {};
  const failed: string[] = [];
  for (const table of await store.listExpiringTables()) {
    try {
      counts[table] = await sweepWhole(table, batch);
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      failed.push(table);
    }
  }
  const swept = await files.sweepFiles();
  refuseFailed(failed);
  return { ...counts, files: swept };
}
