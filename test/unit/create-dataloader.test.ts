import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { createDataloader } from "../../platform/concurrency/create-dataloader.ts";

/** A query that ends on demand and records its input. */
function heldLookUp() {
  const asked: {
    keys: readonly string[];
    answer: (found: Record<string, number>) => void;
    fail: () => void;
  }[] = [];
  const lookUp = (keys: readonly string[]): Promise<Map<string, number>> =>
    new Promise((resolve, reject) => {
      const answer = (found: Record<string, number>): void => resolve(new Map(Object.entries(found)));
      asked.push({ keys, answer, fail: () => reject(new Error("away")) });
    });
  return { asked, find: createDataloader(lookUp) };
}

/** Longer than the pause between two queries. */
const settle = (): Promise<void> => sleep(30);

describe("combined look-ups", () => {
  it("run at once if none is running", () => {
    const { asked, find } = heldLookUp();
    void find("a");
    expect(asked.map(({ keys }) => keys)).toEqual([["a"]]);
  });

  it("include all requests in the meantime, each key once", async () => {
    const { asked, find } = heldLookUp();
    const answers = [find("a"), find("b"), find("c"), find("b")];
    expect(asked).toHaveLength(1);
    asked[0]!.answer({ a: 1 });
    await settle();
    expect(asked[1]!.keys).toEqual(["b", "c"]);
    asked[1]!.answer({ b: 2 });
    expect(await Promise.all(answers)).toEqual([1, 2, undefined, 2]);
  });

  it("never answer from a look-up that began before the request", async () => {
    const { asked, find } = heldLookUp();
    const before = find("a");
    const after = find("a");
    asked[0]!.answer({ a: 1 });
    await settle();
    asked[1]!.answer({});
    expect([await before, await after]).toEqual([1, undefined]);
  });

  it("fail only the requests of the failed look-up", async () => {
    const { asked, find } = heldLookUp();
    const failing = find("a");
    const next = find("a");
    asked[0]!.fail();
    await expect(failing).rejects.toThrow("away");
    await settle();
    asked[1]!.answer({ a: 1 });
    expect(await next).toBe(1);
  });
});
