import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { createBatcher } from "../../platform/concurrency/create-batcher.ts";
import { createLookUp } from "../../platform/concurrency/create-look-up.ts";

/** Runs that end on demand and record their items. */
function heldRuns() {
  const batches: {
    items: readonly string[];
    answer: (...results: (string | Error)[]) => void;
    fail: () => void;
  }[] = [];
  const run = (items: readonly string[]): Promise<(string | Error)[]> =>
    new Promise((resolve, reject) => {
      const answer = (...results: (string | Error)[]): void => resolve(results);
      batches.push({ items, answer, fail: () => reject(new Error("unavailable")) });
    });
  return { batches, ask: createBatcher(run) };
}

describe("combined requests", () => {
  it("run at once if none is running", async () => {
    const { batches, ask } = heldRuns();
    void ask("a");
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([["a"]]);
  });

  it("include all requests received in the meantime, in order", async () => {
    const { batches, ask } = heldRuns();
    const first = ask("a");
    await turn();
    const rest = [ask("b"), ask("c"), ask("b")];
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]!.answer("A");
    await turn();
    expect(batches[1]!.items).toEqual(["b", "c", "b"]);
    batches[1]!.answer("B", "C", "B again");
    expect(await Promise.all([first, ...rest])).toEqual(["A", "B", "C", "B again"]);
  });

  it("never answer from a run that began before the request", async () => {
    const { batches, ask } = heldRuns();
    const before = ask("a");
    await turn();
    const after = ask("a");
    batches[0]!.answer("old");
    await turn();
    batches[1]!.answer("new");
    expect([await before, await after]).toEqual(["old", "new"]);
  });

  it("fail only the requests of the failed run", async () => {
    const { batches, ask } = heldRuns();
    const failing = ask("a");
    await turn();
    const next = ask("a");
    batches[0]!.fail();
    await expect(failing).rejects.toThrow("unavailable");
    await turn();
    batches[1]!.answer("A");
    expect(await next).toBe("A");
  });

  it("fail alone with an individual error", async () => {
    const { batches, ask } = heldRuns();
    const both = Promise.allSettled([ask("a"), ask("b")]);
    await turn();
    batches[0]!.answer(new Error("no"), "B");
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  it("run in several batches above the limit, one at a time", async () => {
    const sizes: number[] = [];
    let running = 0;
    const double = createBatcher(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        expect(++running).toBe(1);
        await turn();
        running -= 1;
        return items.map((item) => item * 2);
      },
      { atMost: 40, pauseMs: 1 },
    );
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((n) => n * 2));
    expect(sizes).toEqual([40, 40, 20]);
    expect(await double(7)).toBe(14);
  });
});

describe("a look-up", () => {
  it("asks for each key once, and answers everyone", async () => {
    const batches: (readonly string[])[] = [];
    const find = createLookUp(async (keys) => {
      batches.push(keys);
      return new Map(keys.filter((key) => key !== "unknown").map((key) => [key, key.toUpperCase()]));
    });
    const found = await Promise.all(["a", "b", "a", "unknown"].map(find));
    expect(found).toEqual(["A", "B", "A", undefined]);
    expect(batches).toEqual([["a", "b", "unknown"]]);
  });
});
