import { workerData } from "node:worker_threads";
import { serveWorker } from "../../retrieval/embedding/serve-worker.ts";

/** A thread for tests of the pool: repeats, waits, fails or dies on command. */
export type PoolTask = { say: string; afterMs?: number } | { fail: string } | { exit: number };

await serveWorker<PoolTask, string>(async () => {
  if (workerData === "cannot load") throw new Error("no model here");
  return async (task) => {
    if ("exit" in task) process.exit(task.exit);
    if ("fail" in task) throw new Error(task.fail);
    await new Promise((resolve) => setTimeout(resolve, task.afterMs ?? 0));
    return task.say;
  };
});
