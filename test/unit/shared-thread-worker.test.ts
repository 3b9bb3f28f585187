import { mock } from "node:test";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import { SharedThreadWorker } from "../../workers/shared-thread-worker.ts";

interface Thread {
  activities: string[];
  isOver: boolean;
}
interface Creator {
  createWorkflow(options: unknown): Promise<unknown>;
  destroy(): Promise<void>;
}
interface Options {
  activities: Map<string, () => unknown>;
}
type Start = (bundle: unknown, options: Options, logger: unknown) => Promise<Creator>;

/** What the SDK calls for each worker. */
class Opened extends SharedThreadWorker {
  static for(...activities: string[]): Promise<Creator> {
    const options = { activities: new Map(activities.map((name) => [name, () => undefined])) };
    return (this.createWorkflowCreator as unknown as Start).call(this, {}, options, {});
  }
}

let threads: Thread[] = [];
let failures = 0;
/** Takes the place of the SDK's thread, which needs a bundle of workflows. */
const start: Start = async (_bundle, { activities }) => {
  if (failures > 0) {
    failures -= 1;
    throw new Error("no thread");
  }
  const thread: Thread = { activities: [...activities.keys()], isOver: false };
  threads.push(thread);
  return {
    createWorkflow: async (options) => [thread, options],
    destroy: async () => void (thread.isOver = true),
  };
};

beforeEach(() => {
  [threads, failures] = [[], 0];
  mock.method(Worker as unknown as { createWorkflowCreator: Start }, "createWorkflowCreator", start);
});
afterEach(() => mock.restoreAll());

test("workers share one thread, which ends with the last of them", async () => {
  const [first, second] = await Promise.all([Opened.for("scan"), Opened.for("embed")]);
  const third = await Opened.for();
  expect(threads).toHaveLength(1);
  for (const one of [first, second, third])
    expect(await one.createWorkflow("a run")).toEqual([threads[0], "a run"]);
  await first.destroy();
  await third.destroy();
  expect(threads[0]!.isOver).toBe(false);
  await second.destroy();
  expect(threads[0]!.isOver).toBe(true);
});

test("a worker after the last one has a new thread", async () => {
  await (await Opened.for()).destroy();
  const later = await Opened.for();
  expect(threads.map(({ isOver }) => isOver)).toEqual([true, false]);
  await later.destroy();
});

test("the thread lets workflows call any activity", async () => {
  const worker = await Opened.for("scan");
  expect(threads[0]!.activities).toEqual(["scan", "default"]);
  await worker.destroy();
});

test("a thread that does not start fails all its workers, and the next one tries again", async () => {
  failures = 1;
  const both = await Promise.allSettled([Opened.for(), Opened.for()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = await Opened.for();
  expect(threads).toHaveLength(1);
  await next.destroy();
  expect(threads[0]!.isOver).toBe(true);
});
