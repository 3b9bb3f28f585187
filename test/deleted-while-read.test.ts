import { expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { Client } from "pg";
import { createIngestionActivities } from "../activities/evidence/ingestion.activities.ts";
import type { IngestionDeps } from "../activities/evidence/ingestion-deps.ts";
import { loadIngestible } from "../activities/evidence/load-ingestible.ts";
import { runAsSystem } from "../activities/run-as-system.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { ingestEvidence } from "../workflows/evidence/ingestion.workflow.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const { product, uploaded } = await startEvidenceProject();
const { orm } = product;
// The steps that only write need no other dependencies.
const activities = createIngestionActivities({ orm, clock: systemClock } as unknown as IngestionDeps);

const WAITING =
  "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
/** Queried on a separate connection, because the service's own two wait for each other. */
const waiting = async (): Promise<number> => {
  const watcher = new Client({ connectionString: product.config.DATABASE_URL });
  await watcher.connect();
  try {
    const { rows } = await watcher.query<{ count: number }>(WAITING);
    return rows[0]!.count;
  } finally {
    await watcher.end();
  }
};

test.each([
  ["completed", (id: string) => activities.completeEvidence(id)],
  ["failed", (id: string) => activities.failEvidence(id, "The file is damaged")],
])("evidence deleted while its ingestion is %s has no events afterwards", async (_, end) => {
  const id = await uploaded();
  const deletion = orm.em.fork();
  await deletion.begin();
  await deletion.execute("update evidence set deleted_at = now() where id = ?", [id]);
  const ending = new MockActivityEnvironment().run(end, id).catch((error: unknown) => error);
  await waitFor(waiting, (sessions) => sessions > 0, 10_000);
  await deletion.commit();
  expect(await ending).toMatchObject({ type: "Withdrawn" });
  const sql = "select kind from events where subject_id = ?";
  const answered = await orm.em.fork().execute<{ kind: string }[]>(sql, [id]);
  expect(answered.map(({ kind }) => kind)).toEqual(["evidence.uploaded"]);
});

test("an ingestion that is completed again, because the answer was lost, stays completed", async () => {
  const id = await uploaded();
  await orm.em.fork().execute("update evidence set chunking_status = 'COMPLETED' where id = ?", [id]);
  await new MockActivityEnvironment().run(activities.completeEvidence, id);
  const sql = `select chunking_status as status, (select count(*)::int from events where subject_id = evidence.id) as events
    from evidence where id = ?`;
  expect(await orm.em.fork().execute(sql, [id])).toEqual([{ status: "COMPLETED", events: 1 }]);
});

const worker = await stopAfterAll(
  startActivityWorker(product.config, {
    hasScanner: async () => false,
    extractEvidence: async (id: string) => {
      await orm.em.fork().execute("update evidence set deleted_at = now() where id = ?", [id]);
      throw ApplicationFailure.nonRetryable("The file is damaged", "ExtractionError");
    },
    failEvidence: (id: string) =>
      runAsSystem({ orm, clock: systemClock }, async (ctx) => void (await loadIngestible(ctx, id))),
  }),
);

test("the workflow of evidence deleted before its failure is recorded does not fail", async () => {
  const id = await uploaded();
  const { workflow } = worker.temporal.client;
  const ended = workflow.execute<typeof ingestEvidence>("ingestEvidence", {
    workflowId: newId(),
    taskQueue: `${product.config.TEMPORAL_TASK_QUEUE}-files`,
    args: [{ evidenceId: id, attempt: 0 }],
  });
  await expect(ended).resolves.toMatchObject({ outcome: "withdrawn", reason: null });
});
