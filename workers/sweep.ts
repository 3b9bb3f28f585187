import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import {
  UNDER_WAY_KINDS,
  isUnderWay,
  nextUnderWay,
  type UnderWayKind,
} from "../domain/events/under-way.queries.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/orm.ts";
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
/** Rows of a kind in one round, so that a round asks Temporal some hundred times; the next round goes on after them. */
const BATCH = 100;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Where the next round goes on, by kind. */
export type Cursors = Map<UnderWayKind, string>;

/** Looks at the next rows of a kind; answers how many workflows it started. */
async function sweepKind(deps: SweepDeps, kind: UnderWayKind, cursors: Cursors): Promise<number> {
  const em = deps.orm.em.fork();
  const rows = await nextUnderWay(em, kind, { after: cursors.get(kind) ?? FIRST, limit: BATCH });
  let started = 0;
  for (const row of rows) {
    const { workflow, workflowId } = row.start;
    if (!(await startMissing(deps, row.start, () => isUnderWay(em, kind, row)))) continue;
    deps.logger.warn({ workflow, workflowId }, "nobody was at work on what is under way; started again");
    started += 1;
  }
  cursors.set(kind, rows.length < BATCH ? FIRST : rows.at(-1)!.id);
  return started;
}

/** One round over all kinds; answers how many workflows it started. */
export async function sweepOnce(deps: SweepDeps, cursors: Cursors = new Map()): Promise<number> {
  await deps.makeMissingSchedules();
  let started = 0;
  for (const kind of UNDER_WAY_KINDS) started += await sweepKind(deps, kind, cursors);
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
