import { afterEach, describe, expect, it } from "@jest/globals";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWorkerPool } from "../../retrieval/embedding/worker-pool.ts";
import type { WorkerPool } from "../../retrieval/embedding/worker-pool.ts";
import type { PoolTask } from "../support/pool-worker.ts";

const entry = new URL("../support/pool-worker.ts", import.meta.url);
/** What the threads load. */
const MODEL = fileURLToPath(entry);
let pool: WorkerPool<PoolTask, string> | null = null;
const start = async (workers: number, data = MODEL): Promise<WorkerPool<PoolTask, string>> => {
  pool = await createWorkerPool<PoolTask, string>({ entry, workers, data });
  return pool;
};
afterEach(async () => {
  await pool?.close();
  pool = null;
});

describe("worker pool", () => {
  it("replaces a dead thread; only its own task is rejected", async () => {
    const threads = await start(1);
    const dying = threads.run({ exit: 7 });
    const waiting = threads.run({ say: "next" });
    await expect(dying).rejects.toThrow("code: 7");
    expect(await waiting).toBe("next");
    await expect(threads.run({ exit: 8 })).rejects.toThrow("code: 8");
    expect(await threads.run({ say: "again" })).toBe("again");
  });

  it("passes a task's error to its caller and keeps the thread", async () => {
    const threads = await start(1);
    await expect(threads.run({ fail: "bad input" })).rejects.toThrow("bad input");
    expect(await threads.run({ say: "fine" })).toBe("fine");
  });

  it("runs interactive tasks before all waiting bulk tasks", async () => {
    const threads = await start(1);
    const order: string[] = [];
    const run = (say: string, lane: "bulk" | "interactive") =>
      threads.run({ say, afterMs: 5 }, { lane }).then((result) => order.push(result));
    await Promise.all([run("running", "bulk"), run("waiting", "bulk"), run("query", "interactive")]);
    expect(order).toEqual(["running", "query", "waiting"]);
  });

  it("lets a small file pass a large one", async () => {
    const threads = await start(1);
    const order: string[] = [];
    const run = (say: string, owner: object) =>
      threads.run({ say }, { owner }).then((result) => order.push(result));
    const [large, small] = [{ file: "large" }, { file: "small" }];
    const all = Array.from({ length: 10 }, (_, n) => run(`large ${n}`, large));
    await Promise.all([...all, run("small 1", small), run("small 2", small)]);
    expect(order.slice(0, 6)).toEqual(expect.arrayContaining(["small 1", "small 2"]));
  });

  it("rejects an aborted task at once, waiting or running", async () => {
    const threads = await start(1);
    const controller = new AbortController();
    const { signal } = controller;
    const both = ["running", "waiting"].map((say) => threads.run({ say, afterMs: 3_000 }, { signal }));
    const settled = Promise.allSettled(both);
    const started = performance.now();
    controller.abort(new Error("enough"));
    const reasons = (await settled).map((one) =>
      one.status === "rejected" ? String(one.reason) : one.value,
    );
    expect(reasons).toEqual(["Error: enough", "Error: enough"]);
    expect(performance.now() - started).toBeLessThan(2_500);
    expect(await threads.run({ say: "after" })).toBe("after");
  });

  it("lets a running task finish when closed, and refuses later ones", async () => {
    const threads = await start(1);
    const running = threads.run({ say: "done", afterMs: 100 });
    const waiting = expect(threads.run({ say: "never" })).rejects.toThrow("closed");
    await threads.close();
    expect(await running).toBe("done");
    await waiting;
    await expect(threads.run({ say: "late" })).rejects.toThrow("closed");
  });

  it("rejects waiting and later tasks if no thread can be replaced", async () => {
    const folder = await mkdtemp(join(tmpdir(), "model-"));
    const threads = await start(1, folder);
    await rmdir(folder);
    const dying = expect(threads.run({ exit: 7 })).rejects.toThrow("code: 7");
    const waiting = expect(threads.run({ say: "never" })).rejects.toThrow("no model here");
    await Promise.all([dying, waiting]);
    await expect(threads.run({ say: "late" })).rejects.toThrow("no model here");
  });

  it("does not start if a thread cannot load", async () => {
    await expect(start(2, "no such file")).rejects.toThrow("no model here");
  });
});
