import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { isInProgress, nextInProgress } from "../domain/events/in-progress.queries.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import type { InProgress } from "../domain/events/in-progress.ts";
import { inProgress } from "../domain/workflows.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import { listRunning } from "./list-running.ts";
import { startMissing } from "../runtime/start-missing.ts";
import { runRounds } from "./run-rounds.ts";
import { lastOf } from "../domain/last-of.rules.ts";

export interface SweepDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  logger: Logger;
  /** Scheduled work, which is also lost with Temporal's database. */
  makeMissingSchedules: () => Promise<void>;
}

const SWEEP_MS = 15_000;
/** Rows per kind and round; the next round continues after them. */
const BATCH = 100;
/** How many of the restarted workflows the log line names. */
const LOGGED = 10;
const FIRST = "00000000-0000-0000-0000-000000000000";
/** Every n-th time, the workflow of each row is queried itself instead of Temporal's list of running ones. */
const THOROUGH_EVERY = 10;

/** Where the next round continues with a kind, and how often all its rows have been checked. */
interface Cursor {
  after: string;
  passes: number;
}
export type Cursors = Map<InProgress, Cursor>;

/** Checks the next rows of a kind; returns the number of workflows it started. */
async function sweepKind(deps: SweepDeps, kind: InProgress, cursors: Cursors): Promise<number> {
  const em = deps.orm.em.fork();
  const { after, passes } = cursors.get(kind) ?? { after: FIRST, passes: 0 };
  const rows = await nextInProgress(em, kind, { after, limit: BATCH });
  const ids = passes % THOROUGH_EVERY === 0 ? [] : rows.map(({ start }) => start.workflowId);
  const running = await listRunning(deps.temporal, ids);
  const started: WorkflowStart[] = [];
  for (const row of rows) {
    if (running.has(row.start.workflowId)) continue;
    if (await startMissing(deps, row.start, () => isInProgress(em, kind, row))) started.push(row.start);
  }
  if (started.length > 0) {
    const workflowIds = started.slice(0, LOGGED).map(({ workflowId }) => workflowId);
    const about = { workflow: lastOf(started).workflow, started: started.length, workflowIds };
    deps.logger.warn(about, "no workflow was running for unfinished work; started it again");
  }
  cursors.set(
    kind,
    rows.length < BATCH ? { after: FIRST, passes: passes + 1 } : { after: lastOf(rows).id, passes },
  );
  return started.length;
}

/**
 * One round over all kinds; returns the number of workflows it started. A kind that cannot be checked delays no other;
 * throws at the end if there is one.
 */
export async function sweepOnce(deps: SweepDeps, cursors: Cursors): Promise<number> {
  await deps.makeMissingSchedules();
  let started = 0;
  const failures: Error[] = [];
  for (const [name, kind] of Object.entries(inProgress)) {
    try {
      started += await sweepKind(deps, kind, cursors);
    } catch (cause) {
      if (infrastructureFault(cause) !== null) throw cause;
      failures.push(new Error(`Unfinished ${name}`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some unfinished work cannot be checked");
  return started;
}

/**
 * Starts missing workflows of rows in progress, because Temporal lost its database or someone terminated
 * them, until `signal` aborts. Several may run: workflow ids derive from the rows.
 */
export async function runSweep(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  const cursors: Cursors = new Map();
  const round = async (): Promise<boolean> => {
    await sweepOnce(deps, cursors);
    return false;
  };
  // First, the relay starts the workflows of events that were recorded while no worker ran.
  await sleep(SWEEP_MS, undefined, { signal }).catch(() => undefined);
  const failure = "unfinished work could not be checked; the next round retries";
  await runRounds({ round, everyMs: SWEEP_MS, logger: deps.logger, failure }, signal);
}
