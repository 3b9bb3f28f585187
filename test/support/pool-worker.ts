import { existsSync } from "node:fs";
import { workerData } from "node:worker_threads";

/** A thread for tests of the pool: repeats, waits, fails or dies on command. */
export type PoolTask = { say: string; afterMs?: number } | { fail: string } | { exit: number };

async function load(): Promise<(task: PoolTask) => Promise<string>> {
  if (!existsSync(workerData as string)) throw new Error("no model here");
  return async (task) => {
    if ("exit" in task) process.exit(task.exit);
    if ("fail" in task) throw new Error(task.fail);
    await new Promise((resolve) => setTimeout(resolve, task.afterMs ?? 0));
    return task.say;
  };
}

export const perform = load();
