import { setTimeout as sleep } from "node:timers/promises";
import { startApi } from "../../api/start-api.ts";
import { signIn } from "../../dev/demo/demo-client.ts";
import type { DemoFile } from "../../dev/demo/demo-file.ts";
import { DEMO_FILES } from "../../dev/demo/demo-files.ts";
import { seedDemo } from "../../dev/seed.ts";
import { freePort } from "../../testkit/free-port.ts";
import { createLogger } from "../../platform/logger.ts";
import { startRetrieval } from "../../retrieval/start-retrieval.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { signInAt } from "../../testkit/api-process.ts";
import { createScratchPlace } from "../../testkit/scratch-place.ts";
import { removeTraces } from "../../testkit/remove-traces.ts";

const PASSWORD = "bench-bench-bench";
const EMAIL = "customer@example.com";
const DAY_MS = 86_400_000;
const READING_MS = 8 * 60_000;

/** The demo organisation with its files ingested, in a separate product on the configured servers. */
export interface DemoOrganisation {
  url: string;
  /** Of a signed-in customer. */
  headers: Record<string, string>;
  projectId: string;
  stop(): Promise<void>;
}

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Uploads the files and waits for their ingestion; returns their project. */
async function fill(url: string, files: readonly DemoFile[]): Promise<string> {
  const client = await signIn(url, EMAIL, PASSWORD);
  const projectId = await client.createProject({ name: "Example Cloud: SOC 2", framework: "soc2" });
  const waiting = new Set<string>();
  for (const file of files) {
    const { title, description, control } = file;
    const fields = { project_id: projectId, control_id: control, title, description };
    waiting.add(await client.upload(file.name, await file.make(day), fields));
  }
  for (const end = Date.now() + READING_MS; waiting.size > 0; await sleep(1_000)) {
    if (Date.now() > end) throw new Error(`${waiting.size} files were not read in time`);
    for (const id of waiting) {
      const { chunking_status: status, error } = await client.ingestion(id);
      if (status === "FAILED") throw new Error(`a file could not be read: ${error}`);
      if (status === "COMPLETED") waiting.delete(id);
    }
  }
  return projectId;
}

export async function startDemoOrganisation(
  files: readonly DemoFile[] = DEMO_FILES,
): Promise<DemoOrganisation> {
  const { config, remove } = await createScratchPlace({
    PORT: String(await freePort()),
    RETRIEVAL_PORT: String(await freePort()),
    DEMO_PASSWORD: PASSWORD,
    LOG_LEVEL: "warn",
  });
  const { backendUrl: url } = config;
  const logger = createLogger("bench", config.LOG_LEVEL);
  await seedDemo(config);
  const parts = [
    await startApi(config, logger),
    await startRetrieval(config, logger),
    await startWorkers(config, logger),
  ];
  const stop = async (): Promise<void> => {
    for (const part of parts.toReversed()) await part.stop();
    await removeTraces(config);
    await remove();
  };
  try {
    const projectId = await fill(url, files);
    return { url, headers: await signInAt(url, EMAIL, PASSWORD), projectId, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
