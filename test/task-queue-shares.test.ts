import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { freePort } from "../dev/stack/ports.ts";
import { createSupervisor } from "../dev/stack/supervisor.ts";
import { startTemporal } from "../dev/stack/temporal.ts";
import { startIngestion } from "../domain/evidence/evidence.workflows.ts";
import { mailReset } from "../domain/identity/identity.workflows.ts";
import { loadConfig } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import { startOptions } from "../runtime/start-options.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { waitFor } from "./support/wait-for.ts";

const QUEUE = "shares";
const MANY = 24;
const SOON = (MANY * 3) / 4;

const supervisor = createSupervisor();
let dataDir: string;
let temporal: TemporalClient;
let config: ReturnType<typeof loadConfig>;
let worker: ActivityWorker;

/** Evidence in the order in which it was completed. */
const done: string[] = [];
const step =
  <T>(result: T) =>
  (): Promise<T> =>
    Promise.resolve(result);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shares-"));
  const [port, uiPort] = [await freePort(), await freePort()];
  const namespace = loadConfig().TEMPORAL_NAMESPACE;
  const { url } = await startTemporal({ supervisor, dataDir, logDir: dataDir, port, uiPort, namespace });
  config = loadConfig({ ...process.env, TEMPORAL_ADDRESS: url, TEMPORAL_TASK_QUEUE: QUEUE });
  temporal = createTemporalClient(config);
}, 120_000);
afterAll(async () => {
  await worker?.stop();
  await temporal?.close();
  await supervisor.stopAll();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

async function upload(projectId: string): Promise<string> {
  const id = newId();
  const wanted = startIngestion({ id, projectId }, 0);
  await temporal.client.workflow.start(wanted.workflow, startOptions(QUEUE, wanted));
  return id;
}

test("a project's file does not wait for all files of another project, and mail waits for none", async () => {
  const [greedy, quiet] = [newId(), newId()];
  for (let n = 0; n < MANY; n++) await upload(greedy);
  const one = await upload(quiet);
  worker = await startActivityWorker(config, {
    scanEvidence: step({ infected: false, scanned: true }),
    extractEvidence: step({ blocks: 1, ocr: false }),
    makeEvidenceThumbnail: step(true),
    chunkEvidence: step({ chunks: 1 }),
    embedEvidence: step({}),
    indexEvidence: step({}),
    scoreEvidence: step({}),
    completeEvidence: async (id: string) => void done.push(id),
    mailPasswordReset: async (id: string) => {
      done.push(id);
      return "sent";
    },
  });
  const mail = mailReset(newId());
  await temporal.client.workflow.start(mail.workflow, startOptions(QUEUE, mail));
  await waitFor(
    async () => done.length,
    (count) => count === MANY + 2,
    60_000,
  );
  // Without fairness, both would be last.
  expect(done.indexOf(one)).toBeLessThan(SOON);
  expect(done.indexOf(mail.args[0]["requestId"] as string)).toBeLessThan(SOON);
}, 120_000);
