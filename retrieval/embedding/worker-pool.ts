import { Worker } from "node:worker_threads";
import type { WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/**
 * `interactive` tasks take precedence over all waiting `bulk` ones: someone waits for a query, but no one for
 * a batch.
 */
export type PoolLane = "interactive" | "bulk";

export interface WorkerPool<Task, Result> {
  /**
   * Rejects with the task's error, with the signal's reason, or if the thread died; that thread is then
   * replaced, and other tasks are not affected.
   */
  run(task: Task, options?: { lane?: PoolLane; signal?: AbortSignal | undefined }): Promise<Result>;
  /** Lets running tasks finish, rejects waiting ones, and stops the threads. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** The worker's entry point, which calls `serveWorker`. */
  entry: URL;
  workers: number;
  /** Passed to each worker as `workerData`. */
  data: unknown;
}

interface Job<Task, Result> {
  task: Task;
  settled: boolean;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

interface Slot<Task, Result> {
  worker: Worker;
  ready: boolean;
  job: Job<Task, Result> | null;
}

/** The cause of a thread's death. Errors of native code may belong to another realm. */
function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const { message } = Object(reason) as { message?: unknown };
  return new Error(typeof message === "string" ? message : String(reason), { cause: reason });
}

class Threads<Task, Result> implements WorkerPool<Task, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #slots = new Set<Slot<Task, Result>>();
  readonly #waiting: Record<PoolLane, Job<Task, Result>[]> = { interactive: [], bulk: [] };
  /** Why no more tasks can run: closed, or no thread could start. */
  #stopped: Error | null = null;
  #nextId = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Starts all threads; rejects with the first error if a model cannot be loaded. */
  async start(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: this.#options.workers }, () => this.#spawn()));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  run(task: Task, options: { lane?: PoolLane; signal?: AbortSignal | undefined } = {}): Promise<Result> {
    const { lane = "bulk", signal } = options;
    if (this.#stopped) return Promise.reject(this.#stopped);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return new Promise<Result>((resolve, reject) => {
      const onAbort = () => job.reject(signal?.reason);
      const settle = () => {
        job.settled = true;
        signal?.removeEventListener("abort", onAbort);
      };
      const job: Job<Task, Result> = {
        task,
        settled: false,
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting[lane].push(job);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#stop(new Error("The worker pool is closed"));
    const slots = [...this.#slots];
    await Promise.all(slots.map((slot) => this.#drained(slot)));
    await Promise.all(slots.map((slot) => slot.worker.terminate()));
  }

  #stop(error: Error): void {
    this.#stopped ??= error;
    const waiting = Object.values(this.#waiting).flatMap((jobs) => jobs.splice(0));
    for (const job of waiting) job.reject(error);
  }

  /** Native code must not be interrupted: a thread is ended only between two tasks. */
  async #drained(slot: Slot<Task, Result>): Promise<void> {
    if (!slot.job || !this.#slots.has(slot)) return;
    await new Promise<void>((resolve) => {
      slot.worker.once("message", () => resolve());
      slot.worker.once("exit", () => resolve());
    });
  }

  #spawn(): Promise<void> {
    const worker = new Worker(this.#options.entry, { workerData: this.#options.data });
    const slot: Slot<Task, Result> = { worker, ready: false, job: null };
    this.#slots.add(slot);
    return new Promise<void>((resolve, reject) => {
      let failure: Error | null = null;
      worker.on("error", (error) => {
        failure = asError(error);
      });
      worker.on("exit", (code) => {
        const error = failure ?? new Error(`A model thread ended with code ${code}`);
        reject(error);
        this.#onExit(slot, error);
      });
      worker.on("message", (reply: WorkerReply<Result>) => {
        if (reply.kind === "ready") {
          slot.ready = true;
          resolve();
        } else this.#onAnswer(slot, reply);
        this.#dispatch();
      });
    });
  }

  #onAnswer(slot: Slot<Task, Result>, reply: Exclude<WorkerReply<Result>, { kind: "ready" }>): void {
    const { job } = slot;
    slot.job = null;
    if (!job || job.settled) return;
    if (reply.kind === "done") job.resolve(reply.result);
    else job.reject(new Error(reply.message));
  }

  #onExit(slot: Slot<Task, Result>, error: Error): void {
    this.#slots.delete(slot);
    slot.job?.reject(error);
    if (this.#stopped) return;
    // A thread that never became ready would fail again: only working ones are replaced.
    if (slot.ready) this.#spawn().catch(() => this.#onLost(error));
    else this.#onLost(error);
  }

  #onLost(error: Error): void {
    if (this.#slots.size === 0) this.#stop(error);
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (!slot.ready || slot.job) continue;
      const job = this.#nextJob();
      if (!job) return;
      slot.job = job;
      const request: WorkerRequest<Task> = { id: (this.#nextId += 1), task: job.task };
      slot.worker.postMessage(request);
    }
  }

  #nextJob(): Job<Task, Result> | undefined {
    for (const jobs of [this.#waiting.interactive, this.#waiting.bulk]) {
      for (let job = jobs.shift(); job; job = jobs.shift()) if (!job.settled) return job;
    }
    return undefined;
  }
}

/** Starts threads with one model each, and distributes tasks among them. Rejects if a thread cannot load. */
export async function createWorkerPool<Task, Result>(
  options: WorkerPoolOptions,
): Promise<WorkerPool<Task, Result>> {
  const threads = new Threads<Task, Result>(options);
  await threads.start();
  return threads;
}
