import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { Piscina, queueOptionsSymbol } from "piscina";
import { disableTelemetry } from "./disable-telemetry.ts";
import { LaneQueue, type TaskWait } from "./lane-queue.ts";

export interface WorkerPool<Task, Result> {
  /**
   * Rejects with the task's error, with the signal's reason, or if the thread died; that thread is then
   * replaced, and other tasks are not affected. By default, each task has an owner of its own.
   */
  run(task: Task, options?: RunOptions): Promise<Result>;
  /** Lets running tasks finish, rejects waiting ones, and stops the threads. */
  close(): Promise<void>;
}

export interface RunOptions extends Partial<Pick<TaskWait, "lane" | "owner">> {
  signal?: AbortSignal | undefined;
}

export interface WorkerPoolOptions {
  /** The worker's entry point; its export `perform` is a promise of the function that runs a task. */
  entry: URL;
  workers: number;
  /** Passed to each worker as `workerData`. */
  data: unknown;
}

const piscinaOf = ({ entry, workers, data }: WorkerPoolOptions, taskQueue: LaneQueue): Piscina =>
  new Piscina({
    filename: entry.href,
    name: "perform",
    workerData: data,
    minThreads: workers,
    maxThreads: workers,
    taskQueue,
    stricterFIFO: true,
    // Otherwise an idle thread blocks its event loop, on which native code may depend.
    atomics: "disabled",
    recordTiming: false,
  });

async function isLoaded(thread: Worker): Promise<void> {
  thread.ref();
  await once(thread, "message");
}

/** Starts threads with one model each, and distributes tasks among them. Rejects if a thread cannot load. */
export async function createWorkerPool<Task extends object, Result>(
  options: WorkerPoolOptions,
): Promise<WorkerPool<Task, Result>> {
  disableTelemetry();
  const queue = new LaneQueue();
  const piscina = piscinaOf(options, queue);
  /** Why no more tasks can run: closed, or no thread could start. */
  let stopped: Error | null = null;
  const stop = (error: Error): void => {
    stopped ??= error;
    queue.rejectAll(error);
  };
  piscina.on("error", (error: Error) => {
    if (piscina.threads.length === 0) stop(error);
  });
  const pool: WorkerPool<Task, Result> = {
    async run(task, { lane = "bulk", owner = {}, signal } = {}) {
      if (stopped) throw stopped;
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const waiting = { ...task, [queueOptionsSymbol]: { lane, owner, reject } satisfies TaskWait };
      // Piscina does not learn of the signal: it would end a running thread, and with it native code.
      const onAbort = (): void => {
        queue.remove(waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      piscina.run(waiting).then(resolve, reject);
      return promise.finally(() => signal?.removeEventListener("abort", onAbort));
    },
    async close() {
      stop(new Error("The worker pool is closed"));
      await piscina.close();
    },
  };
  // All of them, even if one has failed: ending a thread while native code loads its model aborts the process.
  const loads = await Promise.allSettled(piscina.threads.map(isLoaded));
  const failed = loads.find((load) => load.status === "rejected");
  if (failed === undefined) return pool;
  await pool.close();
  throw failed.reason;
}
