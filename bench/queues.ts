import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { readArgs } from "../dev/read-args.ts";
import { readNumber } from "../dev/read-number.ts";
import { newId } from "../platform/ids.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { queueOf } from "../runtime/task-queues.ts";
import { benchDocument } from "./support/bench-caller.ts";
import { startTwoCallers, type TwoCallers } from "./support/shares/two-callers.ts";
import { percentile } from "../testkit/percentiles.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { describeLoad, describeMachine, log } from "./support/log.ts";
import { millisecondsOf } from "./support/read-stages.ts";

const HELP = `npm run bench:queues [-- --heavy 24 --pages 40 --samples 5]

Measures how long a task waits for a worker, on an idle system and while --heavy documents of another project are
queued: the mail with a password reset link, and a file of two pages, at its first step and at its embedding. One worker
process. The times come from Temporal's histories, from the start of the workflow to that of the activity. Uses the
configured PostgreSQL, Elasticsearch and Temporal, in a separate database, index and task queues, which it removes.
`;

const options = {
  heavy: { type: "string", default: "24" },
  pages: { type: "string", default: "40" },
  samples: { type: "string", default: "5" },
} as const;
const { heavy, pages, samples } = readArgs({ help: HELP, options }, (values) => ({
  heavy: readNumber("heavy", values.heavy),
  pages: readNumber("pages", values.pages),
  samples: readNumber("samples", values.samples),
}));

const FIRST_STEP = "extractEvidence";
const MODEL_STEP = "embedEvidence";
const POLL_MS = 100;
const LIMIT_MS = 10 * 60_000;

/** Milliseconds from the start of a workflow to the start of an activity. */
async function untilBegun(client: Client, workflowId: string, activity: string): Promise<number> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const history = await client.workflow
      .getHandle(workflowId)
      .fetchHistory()
      .catch(() => null);
    const [first, ...events] = history?.events ?? [];
    const scheduled = events.find(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity,
    )?.eventId;
    const begun = events.find(({ activityTaskStartedEventAttributes: started }) =>
      scheduled?.equals(started?.scheduledEventId ?? 0),
    );
    if (first?.eventTime && begun?.eventTime)
      return millisecondsOf(begun.eventTime) - millisecondsOf(first.eventTime);
  }
  throw new Error(`${workflowId} did not start`);
}

interface Stage {
  callers: TwoCallers;
  client: Client;
  small: Buffer;
}

interface Task {
  name: string;
  /** Starts its workflow and returns the id. */
  start(stage: Stage): Promise<string>;
  /** The activity it waits for. */
  activity: string;
}

const startFile = async ({ callers: { quiet }, small }: Stage) => `ingest-${await quiet.upload(small)}`;

const TASKS: readonly Task[] = [
  {
    name: "password mail",
    activity: "mailPasswordReset",
    // There is no such request, so the activity starts but sends no mail.
    start: async ({ callers: { config }, client }) => {
      const requestId = newId();
      const workflowId = `bench-mail-${requestId}`;
      const taskQueue = queueOf(config.TEMPORAL_TASK_QUEUE, "passwordReset");
      await client.workflow.start("passwordReset", { workflowId, taskQueue, args: [{ requestId }] });
      return workflowId;
    },
  },
  { name: "file of another project, first step", activity: FIRST_STEP, start: startFile },
  { name: "file of another project, read by the model", activity: MODEL_STEP, start: startFile },
];

async function measure(stage: Stage, { start, activity }: Task): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < samples; n += 1)
    waits.push(await untilBegun(stage.client, await start(stage), activity));
  return waits;
}

const figures = (waits: readonly number[]): string =>
  `${percentile(waits, 0.5).toFixed(0)} | ${Math.max(...waits).toFixed(0)}`;

async function bench(): Promise<void> {
  log(`${describeMachine()}; ${describeLoad()}`);
  const callers = await startTwoCallers();
  const { client, close } = createTemporalClient(callers.config);
  try {
    const random = seededRandom(pages);
    const stage = { callers, client, small: await benchDocument(2, random) };
    const alone = new Map<Task, number[]>();
    for (const task of TASKS) alone.set(task, await measure(stage, task));
    const large = await benchDocument(pages, random);
    const waiting = await Promise.all(Array.from({ length: heavy }, () => callers.greedy.upload(large)));
    log(
      `\n| task | alone, started after ms, p50 | longest | beside ${heavy} documents of ${pages} pages, p50 | longest |\n|--|--|--|--|--|`,
    );
    for (const task of TASKS)
      log(`| ${task.name} | ${figures(alone.get(task)!)} | ${figures(await measure(stage, task))} |`);
    const last = await Promise.all(waiting.map((id) => untilBegun(client, `ingest-${id}`, MODEL_STEP)));
    log(
      `\nThe last of the documents was read by the model after ${(Math.max(...last) / 1_000).toFixed(0)} s.`,
    );
  } finally {
    await close();
    await callers.stop();
  }
}

await bench();
