import { setTimeout as sleep } from "node:timers/promises";
import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { PROCESS_ENVIRONMENT } from "../dev/stack/product.ts";
import { readMemory, type ProcessMemory } from "../testkit/process-memory.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { syntheticText } from "../testkit/synthetic-chunks.ts";
import { benchDocument, createBenchCaller, type BenchCaller } from "./support/bench-caller.ts";
import { startBenchProduct } from "./support/start-bench-product.ts";
import { describeMachine, log } from "./support/log.ts";

const HELP = `npm run bench:memory [-- --idle 60 --pages 120]

Measures the memory of API, search service and worker: right after their start, after --idle seconds without work, the
maximum while a document of --pages pages is read and the API and the search service answer, and after the same pause
again. Pages shared between processes count proportionally ("Pss"); parsers run in children of the worker. Linux only.
Uses the configured PostgreSQL, Elasticsearch and Temporal, in a separate database, index and task queues, which it
removes.
`;

const options = {
  idle: { type: "string", default: "60" },
  pages: { type: "string", default: "120" },
} as const;
const { idleMs, pages } = readArgs({ help: HELP, options }, ({ idle, pages }) => ({
  idleMs: readNumber("idle", idle, { from: 0 }) * 1_000,
  pages: readNumber("pages", pages),
}));

const SEED = 23;
const SAMPLE_MS = 50;
const CLIENTS = 8;
const ANSWERS_MS = 15_000;
const READS = ["/api/v1/projects?limit=20", "/api/v1/evidence", "/api/findings", "/openapi.json"];

/** The maximum of each figure of a process while `work` runs. */
async function peakDuring(pid: number, work: () => Promise<unknown>): Promise<ProcessMemory> {
  const most = { own: 0, children: 0 };
  const sample = (): void => {
    const now = readMemory(pid);
    // For a child, only the memory that it shares with its parent counts.
    if (now.own + now.children > most.own + most.children) Object.assign(most, now);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  try {
    await work();
    return most;
  } finally {
    clearInterval(timer);
  }
}

/** Several clients that send one request after the other. */
async function keepAsking(ask: (n: number) => Promise<number>): Promise<void> {
  const end = Date.now() + ANSWERS_MS;
  const client = async (): Promise<void> => {
    for (let n = 0; Date.now() < end; n += 1) {
      const status = await ask(n);
      if (status >= 300) throw new Error(`a request was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const searchAt =
  (origin: string, { auth, projectId, userId }: BenchCaller, random: () => number) =>
  async (): Promise<number> => {
    const query = syntheticText(random).split(" ").slice(0, 6).join(" ");
    const response = await fetch(`${origin}/search`, {
      method: "POST",
      headers: { ...auth, "content-type": "application/json" },
      body: JSON.stringify({ query, project_id: projectId, user_id: userId }),
    });
    await response.arrayBuffer();
    return response.status;
  };

const figure = ({ own, children }: ProcessMemory): string =>
  children < 1 ? own.toFixed(0) : `${own.toFixed(0)} + ${children.toFixed(0)}`;

async function bench(): Promise<void> {
  // As `npm start` runs them.
  Object.assign(process.env, PROCESS_ENVIRONMENT);
  const product = await startBenchProduct();
  try {
    const { api, worker } = product;
    const search = await product.startSearch();
    const processes = { API: api.pid, "search service": search.pid, worker: worker.pid };
    const readAll = () => Object.values(processes).map(readMemory);
    const started = readAll();
    const caller = await createBenchCaller(api.origin, product.pool);
    await sleep(idleMs);
    const idle = readAll();
    const random = seededRandom(SEED);
    const file = await benchDocument(pages, random);
    const reading = await peakDuring(worker.pid, async () => caller.untilRead(await caller.upload(file)));
    const answering = await peakDuring(api.pid, () =>
      keepAsking((n) => caller.status("GET", READS[n % READS.length]!)),
    );
    const searching = await peakDuring(search.pid, () => keepAsking(searchAt(search.origin, caller, random)));
    const busy = [answering, searching, reading];
    await sleep(idleMs);
    const after = readAll();
    log(`${describeMachine()}; MB, + children`);
    log("\n| process | just started | idle | most under load | idle again |\n|--|--|--|--|--|");
    for (const [n, name] of Object.keys(processes).entries())
      log(`| ${name} | ${[started, idle, busy, after].map((row) => figure(row[n]!)).join(" | ")} |`);
  } finally {
    await product.stop();
  }
}

await bench();
