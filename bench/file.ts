import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { readArgs } from "../dev/read-args.ts";
import { readNumber, readNumbers } from "../dev/read-number.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { percentile, timed } from "../testkit/percentiles.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { benchDocument, createBenchCaller, type BenchCaller } from "./support/bench-caller.ts";
import { readStages } from "./support/read-stages.ts";
import { startBenchProduct } from "./support/start-bench-product.ts";
import { describeLoad, describeMachine, log } from "./support/log.ts";

const HELP = `npm run bench:file [-- --pages 1,12,120 --samples 15]

Measures how long one file takes on an idle system, from the start of its upload over HTTP until the API reports it as
searchable; PDF files with these numbers of pages, one after the other. The stages come from Temporal's history: the
upload until the workflow exists, the start of its first step, each step including the time until the next one begins.
One API and one worker process. Uses the configured PostgreSQL, Elasticsearch and Temporal, in a separate database,
index and task queues, which it removes.
`;

const options = {
  pages: { type: "string", default: "1,12,120" },
  samples: { type: "string", default: "15" },
} as const;
const { sizes, samples } = readArgs({ help: HELP, options }, ({ pages, samples }) => ({
  sizes: readNumbers("pages", pages),
  samples: readNumber("samples", samples),
}));

/** Warm-up files of each size, so that the code is compiled before the first one that counts. */
const WARM_UP = 5;
/** The most that polling adds to a figure. */
const POLL_MS = 10;
/** Lets the work after a file, such as its events, end before the next one. */
const PAUSE_MS = 500;
/** In seconds by pages. */
const GOALS: Record<number, string> = { 1: "1.0", 12: "2.0" };

interface Sample {
  milliseconds: number;
  /** The load of the machine at the end. */
  load: number;
  stages: Map<string, number>;
}

async function measureOne(caller: BenchCaller, temporal: Client, file: Buffer): Promise<Sample> {
  const begin = Date.now();
  const { value: id, milliseconds } = await timed(async () => {
    const evidenceId = await caller.upload(file);
    await caller.untilRead(evidenceId, { pollMs: POLL_MS });
    return evidenceId;
  });
  return { milliseconds, load: loadavg()[0]!, stages: await readStages(temporal, `ingest-${id}`, begin) };
}

function reportStages(pages: number, measured: readonly Sample[]): void {
  const names = [...measured[0]!.stages.keys()];
  const median = (name: string) =>
    percentile(
      measured.map(({ stages }) => stages.get(name) ?? 0),
      0.5,
    );
  const slowest = measured.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
  const row = (of: (name: string) => number) =>
    names.map((name) => `${name} ${of(name).toFixed(0)}`).join(", ");
  log(`${pages}, median: ${row(median)}`);
  log(
    `${pages}, slowest, at load ${slowest.load.toFixed(1)}: ${row((name) => slowest.stages.get(name) ?? 0)}`,
  );
}

async function measure(caller: BenchCaller, temporal: Client): Promise<void> {
  const all = new Map<number, Sample[]>();
  for (const pages of sizes) {
    const random = seededRandom(pages);
    const measured: Sample[] = [];
    for (let n = -WARM_UP; n < samples; n += 1) {
      const sample = await measureOne(caller, temporal, await benchDocument(pages, random));
      if (n >= 0) measured.push(sample);
      await sleep(PAUSE_MS);
    }
    all.set(pages, measured);
  }
  log("\n| pages | p50 s | p95 s | goal s |\n|--|--|--|--|");
  for (const [pages, measured] of all) {
    const seconds = measured.map(({ milliseconds }) => milliseconds / 1_000);
    const [half, most] = [percentile(seconds, 0.5), percentile(seconds, 0.95)];
    log(`| ${pages} | ${half.toFixed(2)} | ${most.toFixed(2)} | ${GOALS[pages] ?? ""} |`);
  }
  log("\nMilliseconds of each stage:\n");
  for (const [pages, measured] of all) reportStages(pages, measured);
}

async function bench(): Promise<void> {
  log(`${describeMachine()}; ${describeLoad()}; ${samples} files of each size`);
  const product = await startBenchProduct();
  const { client, close } = createTemporalClient(product.config);
  try {
    await measure(await createBenchCaller(product.api.origin, product.pool), client);
  } finally {
    await close();
    await product.stop();
  }
}

await bench();
