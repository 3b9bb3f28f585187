import { proxyActivities } from "@temporalio/workflow";
import type { createHousekeepingActivities } from "../../activities/housekeeping/housekeeping.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createHousekeepingActivities>;

/** Rows that one step removes: enough to make progress, few enough not to block other transactions. */
const SWEEP_BATCH = 1_000;
/** Steps for one table in one run; the next day's run removes the rest. */
const SWEEPS_AT_MOST = 500;

/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
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

/** Removes expired rows table by table, then files without a row. */
export async function housekeeping({ batch = SWEEP_BATCH }: HousekeepingInput = {}): Promise<Counts> {
  const counts: Counts = {};
  for (const table of await store.listExpiringTables()) counts[table] = await sweepWhole(table, batch);
  return { ...counts, files: await files.sweepFiles() };
}
