import { expect, test } from "@jest/globals";
import type { Client } from "@temporalio/client";
import { stopWorkflow } from "../../activities/stop-workflow.ts";

/** A client whose workflow runs for a while; notes for each call whether it has a deadline. */
function clientOf(statuses: string[]) {
  const calls: { name: string; isLimited: boolean }[] = [];
  let isLimited = false;
  const note = (name: string): void => void calls.push({ name, isLimited });
  const handle = {
    signal: async () => note("signal"),
    describe: async () => {
      note("describe");
      return { status: { name: statuses.shift() } };
    },
  };
  const temporal = {
    async withDeadline(_deadline: number, call: () => Promise<unknown>) {
      isLimited = true;
      try {
        return await call();
      } finally {
        isLimited = false;
      }
    },
    workflow: { getHandle: () => handle },
  };
  return { temporal: temporal as unknown as Client, calls };
}

test("each question to Temporal has a deadline, however long the workflow takes to end", async () => {
  const { temporal, calls } = clientOf(["RUNNING", "COMPLETED"]);
  await stopWorkflow(temporal, { workflowId: "w" }, new AbortController().signal);
  expect(calls).toEqual([
    { name: "signal", isLimited: true },
    { name: "describe", isLimited: true },
    { name: "describe", isLimited: true },
  ]);
});

test("a cancellation ends the wait", async () => {
  const { temporal } = clientOf(["RUNNING"]);
  await expect(stopWorkflow(temporal, { workflowId: "w" }, AbortSignal.abort())).rejects.toThrow(/abort/i);
});
