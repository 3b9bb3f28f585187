import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { freePort } from "../testkit/free-port.ts";
import { createSupervisor } from "../dev/stack/supervisor.ts";
import { startTemporal } from "../dev/stack/temporal.ts";
import { startIngestion } from "../domain/evidence/evidence.workflows.ts";
import { mailReset } from "../domain/identity/identity.workflows.ts";
import { loadConfig } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { describeTaskQueues } from "../platform/temporal/describe-task-queues.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import { startOptions } from "../runtime/start-options.ts";
import { laneQueue } from "../runtime/task-queues.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { waitFor } from "./support/wait-for.ts";
import { makeTestFolder } from "./support/make-test-folder.ts";

const QUEUE = "shares";
const MANY = 60;
/** The files that a worker reads at once; the others wait in the task queue. */
const AT_ONCE = 8;

const supervisor = createSupervisor();
const dataDir = await makeTestFolder();
let temporal: TemporalClient;
let config: ReturnType<typeof loadConfig>;
let worker: ActivityWorker;

const step =
  <T>(result: T) =>
  (): Promise<T> =>
    Promise.resolve(result);

beforeAll(async () => {
  const [port, uiPort] = [await freePort(), await freePort()];
  const namespace = loadConfig().TEMPORAL_NAMESPACE;
  const { url } = await startTemporal({ supervisor, dataDir, logDir: dataDir, port, uiPort, namespace });
  config = loadConfig({ ...process.env, TEMPORAL_ADDRESS: url, TEMPORAL_TASK_QUEUE: QUEUE });
  temporal = createTemporalClient(config);
});
afterAll(async () => {
  await worker?.stop();
  await temporal?.close();
  await supervisor.stopAll();
});

async function upload(projectId: string): Promise<string> {
  const id = newId();
  const wanted = startIngestion({ id, projectId }, 0);
  await temporal.client.workflow.start(wanted.workflow, startOptions(QUEUE, wanted));
  return id;
}

async function untilWaiting(count: number): Promise<void> {
  const files = [laneQueue(QUEUE, "files")];
  await waitFor(
    () => describeTaskQueues(temporal.client, createLogger("test", "silent"), files),
    (queues) => queues?.[0]?.activityTasks === count,
    60_000,
  );
}

test("a project's file does not wait for all files of another project, and mail waits for none", async () => {
  const [greedy, quiet] = [newId(), newId()];
  for (let n = 0; n < MANY; n++) await upload(greedy);
  const one = await upload(quiet);
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const mailed = Promise.withResolvers<string>();
  worker = await startActivityWorker(config, {
    hasScanner: async () => true,
    scanEvidence: async (id: string) => {
      begun.push(id);
      await gate.promise;
      return { infected: false, scanned: true };
    },
    extractEvidence: step({ blocks: 1, ocr: false }),
    embedEvidence: step({}),
    indexEvidence: step({}),
    completeEvidence: step({}),
    mailPasswordReset: async (id: string) => {
      mailed.resolve(id);
      return "sent";
    },
  });
  await untilWaiting(MANY + 1 - AT_ONCE);
  const mail = mailReset(newId());
  await temporal.client.workflow.start(mail.workflow, startOptions(QUEUE, mail));
  expect(await mailed.promise).toBe(mail.args[0]["requestId"]);
  gate.resolve();
  await waitFor(
    async () => begun.length,
    (count) => count === MANY + 1,
    60_000,
  );
  // In order of arrival, it would come last or nearly so.
  expect(begun.indexOf(one)).toBeLessThan(MANY / 4);
}, 180_000);
