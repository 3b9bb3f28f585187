import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { isUnderWay, nextUnderWay } from "../domain/events/under-way.queries.ts";
import type { UnderWay } from "../domain/events/under-way.ts";
import { underWay } from "../domain/under-way.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/orm.ts";
import { listRunning } from "./list-running.ts";
import { startMissing } from "./start-missing.ts";

export interface SweepDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  logger: Logger;
  /** What comes round by itself, and is lost with Temporal's database as well. */
  makeMissingSchedules: () => Promise<void>;
}

const SWEEP_MS = 15_000;
/** Rows of a kind in one round; the next round goes on after them. */
const BATCH = 100;
const FIRST = "00000000-0000-0000-0000-000000000000";
/** So often the workflow of each row is asked itself, else Temporal's list of what runs. */
const THOROUGH_EVERY = 10;

/** Where the next round goes on with a kind, and how often it has been through all of its rows. */
interface Cursor {
  after: string;
  passes: number;
}
export type Cursors = Map<UnderWay, Cursor>;

/** Looks at the next rows of a kind; answers how many workflows it started. */
async function sweepKind(deps: SweepDeps, kind: UnderWay, cursors: Cursors): Promise<number> {
  const em = deps.orm.em.fork();
  const { after, passes } = cursors.get(kind) ?? { after: FIRST, passes: 0 };
  const rows = await nextUnderWay(em, kind, { after, limit: BATCH });
  const ids = passes % THOROUGH_EVERY === 0 ? [] : rows.map(({ start }) => start.workflowId);
  const running = await listRunning(deps.temporal, ids);
  let started = 0;
  for (const row of rows) {
    const { workflow, workflowId } = row.start;
    if (running.has(workflowId)) continue;
    if (!(await startMissing(deps, row.start, () => isUnderWay(em, kind, row)))) continue;
    deps.logger.warn({ workflow, workflowId }, "nobody was at work on what is under way; started again");
    started += 1;
  }
  cursors.set(
    kind,
    rows.length < BATCH ? { after: FIRST, passes: passes + 1 } : { after: rows.at(-1)!.id, passes },
  );
  return started;
}

/** One round over all kinds; answers how many workflows it started. */
export async function sweepOnce(deps: SweepDeps, cursors: Cursors = new Map()): Promise<number> {
  await deps.makeMissingSchedules();
  let started = 0;
  for (const kind of Object.values(underWay)) started += await sweepKind(deps, kind, cursors);
  return started;
}

/**
 * Starts what rows say is under way and has no workflow, because Temporal lost its database or somebody ended it there,
 * until `signal` says stop. Several may run: workflow ids come from the rows.
 */
export async function runSweep(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  const cursors: Cursors = new Map();
  while (!signal.aborted) {
    await sweepOnce(deps, cursors).catch((error: unknown) =>
      deps.logger.warn({ err: error }, "what is under way could not be looked at; the next try follows"),
    );
    await sleep(SWEEP_MS, undefined, { signal }).catch(() => undefined);
  }
}
