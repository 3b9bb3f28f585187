import { expect, test } from "@jest/globals";
import { AsyncLocalStorage } from "node:async_hooks";
import { ScheduleAlreadyRunning, type Client } from "@temporalio/client";
import "../../domain/features.ts";
import { stopWorkflow } from "../../activities/stop-workflow.ts";
import { ensureSchedules } from "../../workers/schedules.ts";

const CONFIG = { TEMPORAL_TASK_QUEUE: "queue", SIGNING_KEY_DAYS: 30 };

/** A client that notes its calls, and which of them could wait forever. */
function createNotingClient() {
  const within = new AsyncLocalStorage<boolean>();
  const calls: string[] = [];
  const note = (name: string): void => {
    calls.push(within.getStore() === true ? name : `${name} without a deadline`);
  };
  const states = ["RUNNING", "COMPLETED"];
  const client = {
    withDeadline: (_deadline: number, call: () => Promise<unknown>) => within.run(true, call),
    workflow: {
      getHandle: () => ({
        signal: async () => note("signal"),
        describe: async () => (note("describe"), { status: { name: states.shift() } }),
      }),
    },
    schedule: {
      async create({ scheduleId }: { scheduleId: string }) {
        note("create");
        throw new ScheduleAlreadyRunning("it exists", scheduleId);
      },
      getHandle: () => ({ update: async () => note("update") }),
    },
  };
  return { client: client as unknown as Client, calls };
}

test("a workflow that is being stopped is asked with a deadline each time", async () => {
  const { client, calls } = createNotingClient();
  await stopWorkflow(client, { workflowId: "a" }, new AbortController().signal);
  expect(calls).toEqual(["signal", "describe", "describe"]);
});

test("schedules are created and updated with a deadline each", async () => {
  const { client, calls } = createNotingClient();
  await ensureSchedules(client, CONFIG);
  expect(calls).toEqual(["create", "update", "create", "update", "create", "update"]);
});
