import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { makePdf } from "../../../dev/sample-files/make-pdf.ts";
import { loadConfig, type Config } from "../../../platform/config.ts";
import { createElasticsearch } from "../../../platform/search/elasticsearch.ts";
import { newId } from "../../../platform/ids.ts";
import { createTemporalClient } from "../../../platform/temporal/temporal.ts";
import { removeSchedules } from "../../../workers/schedules.ts";
import { signInAt, startApiProcess } from "../../../testkit/api-process.ts";
import { PASSWORD, fillForApi } from "../../../testkit/api-rows.ts";
import { dropIndices } from "../../../testkit/drop-indices.ts";
import { createScratchDatabase } from "../../../testkit/scratch-database.ts";
import { syntheticText } from "../../../testkit/synthetic-chunks.ts";
import { startWorkerProcess } from "../../../testkit/worker-process.ts";

const PROJECTS = 100;
const POLL_MS = 100;

/** A customer with many projects, signed in. */
export interface BenchCaller {
  /** A project with the controls of its framework. */
  projectId: string;
  userId: string;
  /** The status, after the whole response. */
  status(method: string, path: string, options?: { body?: object; accept?: string }): Promise<number>;
  /** The id of the evidence. */
  upload(file: Buffer): Promise<string>;
  /** Waits for its ingestion, or until the signal aborts. */
  untilRead(evidenceId: string, signal?: AbortSignal): Promise<void>;
}

/** The product in separate processes, with two unrelated customers. */
export interface TwoCallers {
  config: Config;
  pool: Pool;
  quiet: BenchCaller;
  greedy: BenchCaller;
  stop(): Promise<void>;
}

/** A document with this many pages of prose. */
export const benchDocument = (pages: number, random: () => number): Promise<Buffer> =>
  makePdf({ pages: Array.from({ length: pages }, () => syntheticText(random).match(/.{1,90}/g) ?? []) });

async function callerAt(origin: string, pool: Pool): Promise<BenchCaller> {
  const { customerId, email } = await fillForApi(pool, PROJECTS);
  const auth = await signInAt(origin, email, PASSWORD);
  const ask = async (method: string, path: string, body?: object | FormData, accept = "application/json") => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const json = isJson ? { "content-type": "application/json" } : undefined;
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const headers = { ...auth, accept, ...json };
    const response = await fetch(`${origin}${path}`, { method, headers, ...sent });
    return { status: response.status, text: await response.text() };
  };
  const answerTo = async (
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<Record<string, string>> => {
    const { status, text } = await ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: Record<string, string> }).data;
  };
  const project = await answerTo("POST", "/api/v1/projects", { name: "Bench", framework: "soc2" });
  const projectId = project["id"]!;
  return {
    projectId,
    userId: customerId,
    status: async (method, path, { body, accept } = {}) => (await ask(method, path, body, accept)).status,
    async upload(file) {
      const form = new FormData();
      for (const [name, value] of Object.entries({
        project_id: projectId,
        control_id: "CC6.1",
        title: "Policy",
      }))
        form.append(name, value);
      form.append("file", new Blob([new Uint8Array(file)]), "policy.pdf");
      return (await answerTo("POST", "/api/v1/evidence", form))["id"]!;
    },
    async untilRead(id, signal) {
      for (; signal?.aborted !== true; await sleep(POLL_MS)) {
        const { chunking_status: status } = await answerTo("GET", `/api/v1/evidence/${id}/ingestion`);
        if (status === "COMPLETED") return;
        if (status === "FAILED") throw new Error(`${id} could not be read`);
      }
    },
  };
}

/** Starts API and worker on the configured servers. */
export async function startTwoCallers(): Promise<TwoCallers> {
  const database = await createScratchDatabase(loadConfig().DATABASE_URL);
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const id = newId().slice(-12);
  const environment = {
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    ELASTICSEARCH_INDEX_PREFIX: `bench-${id}-`,
    TEMPORAL_TASK_QUEUE: `bench-${id}`,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
  };
  const config = loadConfig({ ...process.env, ...environment, DATABASE_URL: database.url, DATA_DIR: folder });
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const each of started.toReversed()) await each.stop();
    const temporal = createTemporalClient(config);
    await removeSchedules(temporal.client, config);
    await temporal.close();
    await dropIndices(createElasticsearch(config), config.ELASTICSEARCH_INDEX_PREFIX);
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const api = await startApiProcess({ databaseUrl: database.url, folder, environment });
    started.push(api);
    started.push(await startWorkerProcess(config));
    const callers = {
      quiet: await callerAt(api.origin, database.pool),
      greedy: await callerAt(api.origin, database.pool),
    };
    return { config, pool: database.pool, ...callers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
