import { patched, proxyActivities } from "@temporalio/workflow";
import type { createHousekeepingActivities } from "../../activities/housekeeping/housekeeping.activities.ts";
import {
  SWEEPS_AT_MOST,
  SWEEP_BATCH,
  SWEPT,
  type SweptKind,
} from "../../domain/housekeeping/housekeeping.rules.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createHousekeepingActivities>;

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

/** Tables that runs from before the patch do not sweep. */
const SWEPT_SINCE: Partial<Record<SweptKind, string>> = {
  stored_answers: "sweep-answers-and-resets",
  password_resets: "sweep-answers-and-resets",
  webhook_deliveries: "sweep-webhook-deliveries",
  inbound_messages: "sweep-inbound-messages",
  invitations: "sweep-invitations",
  notifications: "sweep-notifications",
};

function isKnown(table: SweptKind): boolean {
  const since = SWEPT_SINCE[table];
  return since === undefined || patched(since);
}

export interface HousekeepingInput {
  /** Rows per step; tests use smaller batches. */
  batch?: number;
}

async function sweepWhole(table: SweptKind, batch: number): Promise<number> {
  let total = 0;
  for (let step = 0; step < SWEEPS_AT_MOST; step++) {
    const removed = await store.sweepTable(table, batch);
    total += removed;
    if (removed < batch) break;
  }
  return total;
}

type Counts = Record<SweptKind, number> & { files?: Awaited<ReturnType<Activities["sweepFiles"]>> };

/** Removes expired data table by table, then files without a row; returns how much of each was removed. */
export async function housekeeping({ batch = SWEEP_BATCH }: HousekeepingInput = {}): Promise<Counts> {
  const counts = {} as Counts;
  for (const table of SWEPT) if (isKnown(table)) counts[table] = await sweepWhole(table, batch);
  if (patched("sweep-files")) counts.files = await files.sweepFiles();
  return counts;
}
