import { queueOptionsSymbol, type TaskQueue } from "piscina";

/**
 * `interactive` tasks take precedence over all waiting `bulk` ones: someone waits for a query, but no one for
 * a batch.
 */
export type PoolLane = "interactive" | "bulk";

/** How a task waits; the pool passes it to the queue with the task. */
export interface TaskWait {
  lane: PoolLane;
  /** Such as a file, whose tasks run in order. */
  owner: object;
  reject(reason: unknown): void;
}

type Task = Parameters<TaskQueue["push"]>[0];

const waitOf = (task: Task): TaskWait => task[queueOptionsSymbol] as TaskWait;

/**
 * The waiting tasks of a lane. The owner who came first and the one with the fewest tasks take turns: a file with
 * thousands of passages holds up no small one, and a stream of small ones does not stop it. Files of the same
 * size are read one after the other.
 */
class Turns {
  /** In the order in which the owners came. */
  #owners = new Map<object, Task[]>();
  #isForFirst = false;
  size = 0;

  push(task: Task): void {
    const { owner } = waitOf(task);
    const own = this.#owners.get(owner);
    if (own === undefined) this.#owners.set(owner, [task]);
    else own.push(task);
    this.size += 1;
  }

  unshift(task: Task): void {
    const { owner } = waitOf(task);
    const own = this.#owners.get(owner) ?? [];
    this.#owners.delete(owner);
    this.#owners = new Map([[owner, [task, ...own]], ...this.#owners]);
    this.size += 1;
  }

  shift(): Task | null {
    this.#isForFirst = !this.#isForFirst;
    const all = [...this.#owners.values()];
    const [first] = all;
    if (first === undefined) return null;
    const next = this.#isForFirst ? first : all.reduce((few, own) => (own.length < few.length ? own : few));
    const [task = null] = next;
    if (task !== null) this.remove(task);
    return task;
  }

  remove(task: Task): void {
    const { owner } = waitOf(task);
    const own = this.#owners.get(owner) ?? [];
    const at = own.findIndex((one) => waitOf(one) === waitOf(task));
    if (at === -1) return;
    own.splice(at, 1);
    if (own.length === 0) this.#owners.delete(owner);
    this.size -= 1;
  }

  clear(): Task[] {
    const all = [...this.#owners.values()].flat();
    this.#owners.clear();
    this.size = 0;
    return all;
  }
}

/** The waiting tasks of a pool. */
export class LaneQueue implements TaskQueue {
  readonly #lanes: Record<PoolLane, Turns> = { interactive: new Turns(), bulk: new Turns() };

  get size(): number {
    return this.#lanes.interactive.size + this.#lanes.bulk.size;
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
    this.#lanes[waitOf(task).lane].remove(task);
  }

  rejectAll(error: Error): void {
    for (const lane of Object.values(this.#lanes))
      for (const task of lane.clear()) waitOf(task).reject(error);
  }
}
