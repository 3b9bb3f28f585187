import { queueOptionsSymbol, type TaskQueue } from "piscina";

/**
 * `interactive` tasks take precedence over all waiting `bulk` ones: someone waits for a query, but no one for
 * a batch.
 */
export type PoolLane = "interactive" | "bulk";

/** How a task waits; the pool passes it to the queue with the task. */
export interface TaskWait {
  lane: PoolLane;
  reject(reason: unknown): void;
}

type Task = Parameters<TaskQueue["push"]>[0];

const waitOf = (task: Task): TaskWait => task[queueOptionsSymbol] as TaskWait;

/** The waiting tasks of a pool. */
export class LaneQueue implements TaskQueue {
  readonly #lanes: Record<PoolLane, Task[]> = { interactive: [], bulk: [] };

  get size(): number {
    return this.#lanes.interactive.length + this.#lanes.bulk.length;
  }

  push(task: Task): void {
    this.#lanes[waitOf(task).lane].push(task);
  }

  /** For a task that found no free thread. */
  unshift(task: Task): void {
    this.#lanes[waitOf(task).lane].unshift(task);
  }

  shift(): Task | null {
    return this.#lanes.interactive.shift() ?? this.#lanes.bulk.shift() ?? null;
  }

  /** Does nothing if the task is already running. */
  remove(task: Task): void {
    const lane = this.#lanes[waitOf(task).lane];
    const at = lane.findIndex((one) => waitOf(one) === waitOf(task));
    if (at !== -1) lane.splice(at, 1);
  }

  rejectAll(error: Error): void {
    for (const lane of Object.values(this.#lanes))
      for (const task of lane.splice(0)) waitOf(task).reject(error);
  }
}
