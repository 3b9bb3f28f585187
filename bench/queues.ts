import { cpus, loadavg, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { readArgs } from "../dev/read-args.ts";
import { newId } from "../platform/ids.ts";
import { createTemporalClient } from "../platform/temporal.ts";
import { queueOf } from "../workers/task-queues.ts";
import { benchDocument, startTwoCallers, type TwoCallers } from "./support/shares/two-callers.ts";
import { percentile } from "./support/percentiles.ts";
import { seededRandom } from "./support/synthetic-chunks.ts";

const HELP = `npm run bench:queues [-- --heavy 24 --pages 40 --samples 5]

How long a task waits until a worker begins it, with nothing else to do, and while so many documents of another project wait to
be read: the mail with a link to a new password, and a file of two pages. One worker process. The times are those in Temporal's
histories, from the start of the workflow to that of its first activity. Uses the configured PostgreSQL, Elasticsearch and
Temporal, in a database, index and task queues of its own that it removes again.
`;

const options = {
  heavy: { type: "string", default: "24" },
  pages: { type: "string", default: "40" },
  samples: { type: "string", default: "5" },
} as const;
const { heavy, pages, samples } = readArgs({ help: HELP, options }, (values) => ({
  heavy: Number(values.heavy),
  pages: Number(values.pages),
  samples: Number(values.samples),
}));

const POLL_MS = 100;
const LIMIT_MS = 10 * 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Timestamp {
  seconds?: unknown;
  nanos?: number | null;
}

const millisecondsOf = ({ seconds, nanos }: Timestamp): number =>
  Number(seconds) * 1_000 + (nanos ?? 0) / 1e6;

/** Milliseconds from the start of a workflow to that of its first activity. */
async function untilBegun(client: Client, workflowId: string): Promise<number> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const history = await client.workflow
      .getHandle(workflowId)
      .fetchHistory()
      .catch(() => null);
    const [first] = history?.events ?? [];
    const begun = history?.events?.find((event) => event.activityTaskStartedEventAttributes);
    if (first?.eventTime && begun?.eventTime)
      return millisecondsOf(begun.eventTime) - millisecondsOf(first.eventTime);
  }
  throw new Error(`${workflowId} was not begun`);
}

type Task = (stage: { callers: TwoCallers; client: Client; small: Buffer }) => Promise<string>;

/** Each starts its workflow and answers the id of it. */
const TASKS: Record<string, Task> = {
  // Nobody asked for it: the mail ends where it would be written, after it began.
  "password mail": async ({ callers: { config }, client }) => {
    const requestId = newId();
    const workflowId = `bench-mail-${requestId}`;
    const taskQueue = queueOf(config.TEMPORAL_TASK_QUEUE, "passwordReset");
    await client.workflow.start("passwordReset", { workflowId, taskQueue, args: [{ requestId }] });
    return workflowId;
  },
  "file of another project": async ({ callers: { quiet }, small }) => `ingest-${await quiet.upload(small)}`,
};

async function measure(stage: Parameters<Task>[0], task: Task): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < samples; n += 1) waits.push(await untilBegun(stage.client, await task(stage)));
  return waits;
}

const figures = (waits: readonly number[]): string =>
  `${percentile(waits, 0.5).toFixed(0)} | ${Math.max(...waits).toFixed(0)}`;

async function bench(): Promise<void> {
  say(
    `${cpus().length} processors (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB; load before it began ${loadavg()[0]!.toFixed(1)}`,
  );
  const callers = await startTwoCallers();
  const { client, close } = createTemporalClient(callers.config);
  try {
    const random = seededRandom(pages);
    const stage = { callers, client, small: await benchDocument(2, random) };
    const names = Object.keys(TASKS);
    const alone = new Map<string, number[]>();
    for (const name of names) alone.set(name, await measure(stage, TASKS[name]!));
    const large = await benchDocument(pages, random);
    const waiting = await Promise.all(Array.from({ length: heavy }, () => callers.greedy.upload(large)));
    say(
      `\n| task | alone, begun after ms, p50 | longest | beside ${heavy} documents of ${pages} pages, p50 | longest |\n|--|--|--|--|--|`,
    );
    for (const name of names)
      say(`| ${name} | ${figures(alone.get(name)!)} | ${figures(await measure(stage, TASKS[name]!))} |`);
    say(
      `\nThe last of the documents was begun after ${(await untilBegun(client, `ingest-${waiting.at(-1)}`)).toFixed(0)} ms.`,
    );
  } finally {
    await close();
    await callers.stop();
  }
}

await bench();
