import { describe, expect, it } from "@jest/globals";
import { createByteCache } from "../../platform/concurrency/byte-cache.ts";

const cacheOf = (maxBytes: number) => createByteCache<{ bytes: number }>(maxBytes, ({ bytes }) => bytes);

describe("byte cache", () => {
  it("keeps the most recently used values within its limit", () => {
    const cache = cacheOf(100);
    for (const key of ["a", "b", "c"]) cache.set(key, { bytes: 30 });
    expect(cache.get("a")).toEqual({ bytes: 30 });
    cache.set("d", { bytes: 30 });
    expect(["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(cache.stats()).toEqual({
      entries: 3,
      bytes: 96,
      max_bytes: 100,
      hits: 4,
      misses: 1,
      hit_rate: 0.8,
    });
  });

  it("replaces a value, and does not keep one larger than the cache", () => {
    const cache = cacheOf(50);
    cache.set("a", { bytes: 10 });
    cache.set("a", { bytes: 20 });
    cache.set("b", { bytes: 49 });
    expect(cache.stats()).toMatchObject({ entries: 1, bytes: 22 });
    cache.set("a", { bytes: 60 });
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
  });

  it("of no bytes keeps nothing", () => {
    const cache = cacheOf(0);
    cache.set("a", { bytes: 0 });
    expect(cache.get("a")).toBeUndefined();
    expect(cache.stats().hit_rate).toBe(0);
    expect(cacheOf(0).stats().hit_rate).toBeNull();
  });
});
