import { expect, test } from "@jest/globals";
import { getHeapStatistics } from "node:v8";
import { runInNewContext } from "node:vm";
import { trimHeap } from "../../platform/process/trim-heap.ts";

const MEGABYTE = 1024 * 1024;

test("returns unused memory, and does not leave the garbage collector exposed", () => {
  const unused = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  const before = getHeapStatistics();
  unused.length = 0;
  trimHeap();
  const after = getHeapStatistics();
  expect(before.used_heap_size - after.used_heap_size).toBeGreaterThan(10 * MEGABYTE);
  expect(after.total_heap_size).toBeLessThan(before.total_heap_size);
  expect(runInNewContext("typeof gc")).toBe("undefined");
});
