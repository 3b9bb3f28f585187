import { describe, expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { batched } from "../../activities/webhooks/batched.ts";

describe("batched work", () => {
  test("returns everyone's own result, in few runs", async () => {
    const sizes: number[] = [];
    const double = batched(async (items: readonly number[]) => {
      sizes.push(items.length);
      await turn();
      return items.map((item) => item * 2);
    }, 40);
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((n) => n * 2));
    expect(sizes).toEqual([40, 40, 20]);
    expect(await double(7)).toBe(14);
  });

  test("fails only for failing items", async () => {
    const inverse = batched(async (items: readonly number[]) => {
      if (items.includes(0)) throw new Error("nothing is the inverse of 0");
      await turn();
      return items.map((item) => 1 / item);
    }, 10);
    const results = await Promise.allSettled([1, 2, 0, 4].map(inverse));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(await inverse(5)).toBe(0.2);
  });
});
