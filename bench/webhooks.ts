import { setTimeout as sleep } from "node:timers/promises";
import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { entities } from "../domain/entities.ts";
import { newId } from "../platform/ids.ts";
import { createOrm } from "../platform/database/orm.ts";
import { removeTraces } from "../testkit/remove-traces.ts";
import { percentile } from "../testkit/percentiles.ts";
import { createScratchPlace } from "../testkit/scratch-place.ts";
import { setUpWebhookBench, type WebhookBench } from "./support/webhook-events.ts";
import { startWebhookReceivers, type Arrival, type WebhookReceivers } from "./support/webhook-receivers.ts";
import { startWorkerProcess, type WorkerProcess } from "../testkit/worker-process.ts";
import { describeLoad, describeMachine, log } from "./support/log.ts";

const HELP = `npm run bench:webhooks [-- --deliveries 10000 --endpoints 10 --seconds 10 --outage 60]

Sends events to webhooks, with a worker and the receivers in separate processes, and events recorded in transactions as
in the product. Measures deliveries per second, and the worker's processor time for each; milliseconds from commit to
arrival at 10 events per second, for receivers that take 0 and 200 ms; the time to deliver a backlog after an outage of
--outage seconds; and the delays of healthy endpoints while a tenth of 20 hang. The receivers count what they receive, so
that lost and duplicate deliveries show. Uses the configured PostgreSQL, Temporal and Elasticsearch, in a separate
database, task queue and index.
`;

const LIMIT_MS = 10 * 60_000;
const PER_SECOND = 10;
const WRITERS = 4;
/** Endpoints, a tenth of which do not respond. */
const MANY = 20;
const WARM_UP_EVENTS = 200;

const options = {
  deliveries: { type: "string", default: "10000" },
  endpoints: { type: "string", default: "10" },
  seconds: { type: "string", default: "10" },
  outage: { type: "string", default: "60" },
} as const;
const values = readArgs({ help: HELP, options }, ({ deliveries, endpoints, seconds, outage }) => ({
  deliveries: readNumber("deliveries", deliveries),
  endpoints: readNumber("endpoints", endpoints),
  seconds: readNumber("seconds", seconds),
  outage: readNumber("outage", outage, { from: 0 }),
}));

type Recorded = Awaited<ReturnType<WebhookBench["record"]>>;

interface Stage {
  bench: WebhookBench;
  receivers: WebhookReceivers;
  worker: WorkerProcess;
}

const keyOf = ({ path, id }: Pick<Arrival, "path" | "id">): string => `${path} ${id}`;

/** All arrivals, once each of these events has arrived at each of these paths; includes duplicates. */
async function arrivalsOf(
  { receivers }: Stage,
  recorded: readonly Recorded[],
  paths: readonly string[],
): Promise<Arrival[]> {
  const missing = new Set(recorded.flatMap(({ id }) => paths.map((path) => keyOf({ path, id }))));
  const all: Arrival[] = [];
  for (const end = Date.now() + LIMIT_MS; missing.size > 0; await sleep(100)) {
    const some = await receivers.take();
    for (const arrival of some) missing.delete(keyOf(arrival));
    all.push(...some.filter(({ path }) => paths.includes(path)));
    if (Date.now() > end) throw new Error(`${missing.size} deliveries were lost`);
  }
  return all;
}

function summary(arrivals: readonly Arrival[], recorded: readonly Recorded[]) {
  const committed = new Map(recorded.map(({ id, at }) => [id, at]));
  const firsts = new Map<string, Arrival>();
  for (const arrival of arrivals) if (!firsts.has(keyOf(arrival))) firsts.set(keyOf(arrival), arrival);
  const waits = [...firsts.values()].map(({ id, at }) => at - committed.get(id)!);
  const last = Math.max(...arrivals.map(({ at }) => at));
  const [p50, p99] = [percentile(waits, 0.5).toFixed(0), percentile(waits, 0.99).toFixed(0)];
  return { p50, p99, last, unique: firsts.size, doubled: arrivals.length - firsts.size };
}

async function recordMany({ bench }: Stage, count: number): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  let left = count;
  const write = async (): Promise<void> => {
    while (left-- > 0) recorded.push(await bench.record());
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return recorded;
}

async function recordSlowly({ bench }: Stage, seconds: number): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (let i = 0; i < seconds * PER_SECOND; i++) {
    recorded.push(await bench.record());
    await sleep(1_000 / PER_SECOND);
  }
  return recorded;
}

async function subscribe({ bench, receivers }: Stage, paths: readonly string[]): Promise<void> {
  await bench.subscribe(paths.map((path) => `${receivers.origin}${path}`));
}

const pathsOf = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `/${kind}/${newId()}/${n}`);

async function measureRate(stage: Stage): Promise<void> {
  const paths = pathsOf("fast", values.endpoints);
  await subscribe(stage, paths);
  await arrivalsOf(stage, await recordMany(stage, WARM_UP_EVENTS), paths);
  const began = performance.timeOrigin + performance.now();
  const computed = stage.worker.cpuMs();
  const recorded = await recordMany(stage, Math.ceil(values.deliveries / paths.length));
  const wrote = performance.timeOrigin + performance.now();
  const { last, unique, doubled } = summary(await arrivalsOf(stage, recorded, paths), recorded);
  const rate = (unique / ((last - began) / 1_000)).toFixed(0);
  const cpu = ((stage.worker.cpuMs() - computed) / unique).toFixed(2);
  const note = `${unique} to ${paths.length} endpoints; events recorded in ${((wrote - began) / 1_000).toFixed(1)} s of ${((last - began) / 1_000).toFixed(1)}`;
  log(`| sustained, deliveries/s (target 2500) | **${rate}** | | 0 | ${doubled} | ${note} |`);
  log(`| processor time of the worker, ms a delivery (target 0.4) | **${cpu}** | | | | |`);
}

async function measureWait(stage: Stage, kind: "fast" | "slow"): Promise<void> {
  const paths = pathsOf(kind, 1);
  await subscribe(stage, paths);
  const recorded = await recordSlowly(stage, values.seconds);
  const { p50, p99, doubled, unique } = summary(await arrivalsOf(stage, recorded, paths), recorded);
  const what = `commit to arrival, receiver of ${kind === "fast" ? 0 : 200} ms (target 10, 40)`;
  log(`| ${what} | **${p50}** | ${p99} | 0 | ${doubled} | ${unique} at ${PER_SECOND} a second |`);
}

async function measureOutage(stage: Stage): Promise<void> {
  const paths = pathsOf("outage", 1);
  await subscribe(stage, paths);
  stage.receivers.setOutage(true);
  const recorded = await recordSlowly(stage, values.outage);
  stage.receivers.setOutage(false);
  const over = performance.timeOrigin + performance.now();
  const { last, doubled, unique } = summary(await arrivalsOf(stage, recorded, paths), recorded);
  const seconds = ((last - over) / 1_000).toFixed(1);
  log(
    `| backlog after an outage of ${values.outage} s, seconds | **${seconds}** | | 0 | ${doubled} | ${unique} deliveries |`,
  );
}

async function measureHanging(stage: Stage, hanging: number): Promise<void> {
  const healthy = pathsOf("fast", MANY - hanging);
  await subscribe(stage, [...healthy, ...pathsOf("hang", hanging)]);
  const recorded = await recordSlowly(stage, values.seconds);
  const { p50, p99, doubled, unique } = summary(await arrivalsOf(stage, recorded, healthy), recorded);
  log(
    `| healthy endpoints while ${hanging} of ${MANY} hang | ${p50} | **${p99}** | 0 | ${doubled} | ${unique} deliveries |`,
  );
}

async function bench(): Promise<void> {
  const { config, remove } = await createScratchPlace({ WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" });
  const stops: (() => unknown)[] = [];
  try {
    const receivers = await startWebhookReceivers();
    stops.push(() => receivers.stop());
    const orm = await createOrm({ ...config, DATABASE_POOL: WRITERS }, entities);
    stops.push(() => orm.close());
    const worker = await startWorkerProcess(config);
    stops.push(() => worker.stop());
    const stage = { bench: await setUpWebhookBench(orm, config), receivers, worker };
    log(`${describeMachine()}; ${describeLoad()}`);
    log("\n| what | p50 ms or figure | p99 ms | lost | doubled | |\n|--|--|--|--|--|--|");
    await measureRate(stage);
    await measureWait(stage, "fast");
    await measureWait(stage, "slow");
    await measureHanging(stage, 0);
    await measureHanging(stage, 1);
    await measureHanging(stage, MANY / 10);
    if (values.outage > 0) await measureOutage(stage);
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await removeTraces(config);
    await remove();
  }
}

await bench();
