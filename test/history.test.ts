import { expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { startWorkerProcess, type WorkerProcess } from "../testkit/worker-process.ts";
import { chainAudit } from "../domain/audit-log/chain-audit.ts";
import { verifyAudit } from "../domain/audit-log/verify-audit.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { removeSchedules } from "../testkit/remove-schedules.ts";
import { KINDS, checkAnswers } from "./support/history/check-answers.ts";
import { checkAudit } from "../dev/chaos/checks/check-audit.ts";
import { checkFigures } from "../dev/chaos/checks/check-figures.ts";
import { checkRemains } from "../dev/chaos/checks/check-remains.ts";
import { checkWalks } from "../dev/chaos/checks/check-walks.ts";
import { historyPeople } from "./support/history/people.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { readTruth, type Truth } from "../dev/chaos/checks/read-truth.ts";
import { runHistory } from "./support/history/run-history.ts";
import { startProduct, type Product } from "./support/product.ts";
import { stopsAfterEach } from "./support/stops-after-each.ts";
import { waitFor } from "./support/wait-for.ts";

/*
 * Concurrent clients run random operations on a few projects while the worker is killed repeatedly.
 * Afterwards the data must be consistent. HISTORY_SEED repeats the operations, but not their timing.
 */

const HISTORY_MS = 12_000;
const KILLS = 3;
const MAX_LIFE_MS = 3_000;
const HANDS = 6;
/** Time to process all remaining files, even on a slow machine. */
const DRAIN_MS = 300_000;

const stops = stopsAfterEach(DRAIN_MS);

/** Kills and restarts the worker this many times; the last one keeps running. */
async function killAgainAndAgain(product: Product, random: () => number): Promise<void> {
  let worker: WorkerProcess = await startWorkerProcess(product.config);
  stops.push(() => worker.stop());
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(random() * MAX_LIFE_MS);
    await worker.kill();
    worker = await startWorkerProcess(product.config);
  }
}

/** Events that wait for their workflow, projects being deleted, acceptances about to end, files to ingest or delete. */
const PENDING = `select 'event ' || kind as what from events where dispatched_at is null
  union all select 'project to delete' from projects where deleting_at is not null
  union all select 'acceptance' from findings
    where status = 'accepted' and accepted_until < now() + interval '1 hour'
  union all select concat_ws(' ', 'evidence', id, status, chunking_status, ingestion_error, deleted_at) from evidence
    where deleted_at is not null or (status <> 'superseded' and chunking_status <> 'COMPLETED')`;

async function readPending({ orm }: Product): Promise<string[]> {
  const rows = await orm.em.fork().getConnection().execute<{ what: string }[]>(PENDING);
  return rows.map(({ what }) => what);
}

async function drained(product: Product): Promise<Truth> {
  await waitFor(
    () => readPending(product),
    (pending) => pending.length === 0,
    DRAIN_MS,
  );
  // Files are deleted after the rows.
  await waitFor(
    async () => checkRemains(product.config, await readTruth(product.orm)),
    (problems) => problems.length === 0,
    DRAIN_MS,
  );
  while ((await chainAudit(product.orm.em)) > 0);
  return readTruth(product.orm);
}

async function withoutSchedules({ config }: Product): Promise<void> {
  const temporal = createTemporalClient(config);
  await removeSchedules(temporal.client, config);
  await temporal.close();
}

test("concurrent histories are consistent", async () => {
  const seed = Number(process.env["HISTORY_SEED"] ?? Date.now() % 1_000_000);
  process.stderr.write(`HISTORY_SEED=${seed}\n`);
  const product = await startProduct();
  stops.push(() => product.stop());
  stops.push(() => withoutSchedules(product));
  const people = await historyPeople(product);
  let over = false;
  const history = runHistory({ seed, people, hands: HANDS, isOver: () => over });
  await Promise.all([sleep(HISTORY_MS), killAgainAndAgain(product, seededRandom(seed))]);
  over = true;
  const records = await history;
  const truth = await drained(product);
  const verdict = await verifyAudit(product.orm.em.fork(), { expected: null, onProgress: () => undefined });

  const accepted = records.filter(({ status }) => status < 300);
  process.stderr.write(
    `${records.length} answers, ${accepted.length} accepted, ${truth.events.length} events\n`,
  );
  expect(KINDS.filter((kind) => accepted.every((record) => record.kind !== kind))).toEqual([]);
  expect({
    walks: checkWalks(truth, people),
    answers: checkAnswers(truth, records),
    audit: checkAudit(truth),
    verified: verdict.problem,
    figures: await checkFigures(truth, people),
    remains: await checkRemains(product.config, truth),
  }).toEqual({ walks: [], answers: [], audit: [], verified: null, figures: [], remains: [] });
}, 600_000);
