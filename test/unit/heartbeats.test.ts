import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { MockActivityEnvironment } from "@temporalio/testing";
import { showProgress } from "../../activities/show-progress.ts";
import { heartbeats } from "../../workers/heartbeats.ts";

beforeEach(() => mock.timers.enable({ apis: ["setInterval", "setTimeout"] }));
afterEach(() => mock.timers.reset());

/** Starts an activity that never ends; returns its heartbeats so far, and functions to move and cancel it. */
async function hang(info: { heartbeatTimeoutMs?: number }) {
  const environment = new MockActivityEnvironment(info, { interceptors: [heartbeats] });
  const sent: unknown[] = [];
  environment.on("heartbeat", (details) => sent.push(details));
  let step = "scan";
  const hung = () => {
    showProgress(() => ({ step }));
    return new Promise(() => undefined);
  };
  environment.run(hung).catch(() => undefined);
  await setImmediate();
  const enter = (next: string): void => void (step = next);
  return { sent, enter, cancel: () => environment.cancel() };
}

test("an activity with a heartbeat timeout sends heartbeats with its progress", async () => {
  const { sent, enter } = await hang({ heartbeatTimeoutMs: 15_000 });
  mock.timers.tick(2_000);
  enter("index");
  mock.timers.tick(2_000);
  expect(sent).toEqual([{ step: "scan" }, { step: "index" }]);
});

test("an activity without one sends none", async () => {
  const { sent } = await hang({});
  mock.timers.tick(60_000);
  expect(sent).toEqual([]);
});

test("an activity that ignores its cancellation sends no more heartbeats, so that Temporal ends it", async () => {
  const { sent, cancel } = await hang({ heartbeatTimeoutMs: 15_000 });
  mock.timers.tick(2_000);
  cancel();
  mock.timers.tick(46_000);
  const before = sent.length;
  expect(before).toBeGreaterThan(20);
  mock.timers.tick(60_000);
  expect(sent).toHaveLength(before);
});
