import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../dev/stack/stack-error.ts";
import { readArgs } from "../dev/read-args.ts";
import { startApi } from "../api/start-api.ts";
import { makeDocx } from "../dev/sample-files/make-docx.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { signIn } from "../dev/demo/demo-client.ts";
import { seedDemo } from "../dev/seed.ts";
import { entities } from "../domain/entities.ts";
import { EvidenceChunk } from "../domain/evidence/evidence-chunk.entity.ts";
import type { Config } from "../platform/config.ts";
import { createLogger } from "../platform/logger.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { chunkInput } from "../retrieval/chunking/chunk-document.ts";
import { timeModelAlone } from "./support/time-model-alone.ts";
import { startWorkerProcess } from "../testkit/worker-process.ts";
import { removeTraces } from "../testkit/remove-traces.ts";
import { createScratchPlace } from "../testkit/scratch-place.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { syntheticText } from "../testkit/synthetic-chunks.ts";
import { describeMachine, log } from "./support/log.ts";

const HELP = `npm run bench:ingest [-- --batches 40x12,8x120]

Uploads batches of documents (number x pages each) through the API, lets one worker process read them, and compares the
passages per second with the embedding model alone, in a separate process, on the same passages right afterwards: with
the plain runtime ("raw": one session, batches of similar length), and in the worker's pool of threads.
EMBEDDING_THREADS applies to all three. Uses the configured PostgreSQL, Elasticsearch and Temporal, in a separate
database, index and task queue.
`;

const SEED = 11;
/** Of the raw model: the rest of the work weighs more where the model has little to do. */
const targetOf = (pages: number): number => (pages < 100 ? 0.55 : 0.9);
const PASSWORD = "bench-bench-bench";
const LIMIT_MS = 8 * 60_000;
const WORDS_A_LINE = 14;
/** Warms up the compilers of four servers: Elasticsearch takes twice as long for the first 10,000 passages. */
const WARM_UP: Batch = { documents: 40, pages: 120 };
/** Polling more often would cost more than it gains. */
const POLL_MS = 200;

const options = {
  batches: { type: "string", default: "40x12,8x120" },
} as const;

interface Batch {
  documents: number;
  pages: number;
}

const batches = readArgs({ help: HELP, options }, (values) =>
  values.batches.split(",").map((batch): Batch => {
    const [documents, pages] = batch.split("x").map(Number);
    if (!documents || !pages) throw new StackError(`--batches takes DOCUMENTSxPAGES, not "${batch}"`);
    return { documents, pages };
  }),
);

/** A printed page: two passages of prose, broken into lines. */
function pageOf(random: () => number): string[] {
  const words = `${syntheticText(random)} ${syntheticText(random)}`.split(" ");
  const lines = Math.ceil(words.length / WORDS_A_LINE);
  return Array.from({ length: lines }, (_, n) =>
    words.slice(n * WORDS_A_LINE, (n + 1) * WORDS_A_LINE).join(" "),
  );
}

interface File {
  name: string;
  bytes: Buffer;
}

/** PDF and Word alternately. */
async function makeFile(n: number, pages: number, random: () => number): Promise<File> {
  const content = Array.from({ length: pages }, () => pageOf(random));
  if (n % 2 === 0) return { name: `policy-${n}.pdf`, bytes: await makePdf({ pages: content }) };
  const parts = content.flatMap((lines, page) => [
    { heading: `Section ${page + 1}` },
    { paragraph: lines.join(" ") },
  ]);
  return { name: `policy-${n}.docx`, bytes: await makeDocx(parts) };
}

/** Signs in and creates a project; returns the function that uploads to it. */
async function createUploader(baseUrl: string): Promise<(file: File) => Promise<void>> {
  const client = await signIn(baseUrl, "customer@example.com", PASSWORD);
  const project = await client.createProject({ name: "Bench", framework: "soc2" });
  return async ({ name, bytes }) =>
    void (await client.upload(name, bytes, { title: name, project_id: project, control_id: "CC6.1" }));
}

/** Waits until `count` pieces of evidence are searchable. */
async function untilRead(orm: Orm, count: number): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  const query = "select chunking_status as status, count(*)::int as n from evidence group by 1";
  for (;;) {
    const rows = await orm.em.fork().execute<{ status: string; n: number }[]>(query);
    const states = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    if (states["COMPLETED"] === count) return;
    if (states["FAILED"] || Date.now() > end)
      throw new Error(`not all documents were read: ${JSON.stringify(states)}`);
    await sleep(POLL_MS);
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

interface Alone {
  passages: number;
  /** Seconds with the runtime's default configuration. */
  raw: number;
  /** Seconds with the worker's pool. */
  pool: number;
}

/** The passages that the worker embedded since `from`, as passed to the model. */
async function textsSince(orm: Orm, from: Date): Promise<string[]> {
  const where = { evidence: { uploadedAt: { $gte: from } } };
  const chunks = await orm.em.fork().find(EvidenceChunk, where, { populate: ["evidence"] });
  return chunks.map((chunk) => chunkInput(chunk.evidence.title, chunk));
}

async function timeAlone(config: Config, texts: readonly string[]): Promise<Alone> {
  const { MODEL_DIR: modelDir, EMBEDDING_THREADS: threads } = config;
  const pool = await timeModelAlone({ kind: "pool", modelDir, threads, texts });
  const raw = await timeModelAlone({ kind: "raw", modelDir, threads, texts });
  return { passages: texts.length, raw, pool };
}

function report({ documents, pages }: Batch, pipeline: number, { passages, raw, pool }: Alone): void {
  const size = `| ${documents} x ${pages} pages, ${passages} passages`;
  const row = (what: string, took: number) =>
    log(
      `${size} | ${what} | ${(documents / took).toFixed(2)} | ${(passages / took).toFixed(1)} | ${took.toFixed(1)} |`,
    );
  const ratio = (what: string, took: number) =>
    log(`${size} | ${what} | | **${(took / pipeline).toFixed(2)}** | |`);
  row("pipeline, upload to searchable", pipeline);
  row("raw model", raw);
  row("model in the worker's pool", pool);
  ratio(`pipeline : raw model (target ${targetOf(pages)})`, raw);
  ratio("pipeline : model in the pool", pool);
}

async function measure(config: Config, orm: Orm): Promise<void> {
  const random = seededRandom(SEED);
  const upload = await createUploader(config.backendUrl);
  const worker = await startWorkerProcess(config);
  try {
    for (let n = 0; n < WARM_UP.documents; n += 1) await upload(await makeFile(n, WARM_UP.pages, random));
    let read = WARM_UP.documents;
    await untilRead(orm, read);
    log(`${describeMachine()}; one worker process`);
    log("\n| batch | what | documents/s | passages/s | seconds |\n|--|--|--|--|--|");
    for (const batch of batches) {
      const files = await Promise.all(
        Array.from({ length: batch.documents }, (_, n) => makeFile(n, batch.pages, random)),
      );
      const from = new Date();
      read += files.length;
      const pipeline = await seconds(async () => {
        await Promise.all(files.map(upload));
        await untilRead(orm, read);
      });
      report(batch, pipeline, await timeAlone(config, await textsSince(orm, from)));
    }
  } finally {
    await worker.stop();
  }
}

async function bench(): Promise<void> {
  const { config, remove } = await createScratchPlace({ PORT: "0", DEMO_PASSWORD: PASSWORD });
  const stops: (() => Promise<void>)[] = [];
  try {
    await seedDemo(config);
    const api = await startApi(config, createLogger("bench", "warn"));
    stops.push(() => api.stop());
    const orm = await createOrm(config, entities);
    stops.push(() => orm.close());
    await measure({ ...config, backendUrl: `http://127.0.0.1:${api.port}` }, orm);
  } finally {
    for (const stop of stops) await stop();
    await removeTraces(config);
    await remove();
  }
}

await bench();
