import { LRUCache } from "lru-cache";

export interface CacheStats {
  entries: number;
  bytes: number;
  max_bytes: number;
  hits: number;
  misses: number;
  /** 0 to 1; null before the first look-up. */
  hit_rate: number | null;
}

/** UTF-16: what a key costs in addition to its value. */
const BYTES_PER_CHARACTER = 2;

/** Keeps the most recently used values, up to a number of bytes, and counts how often they are found. */
export function createByteCache<V extends object>(maxBytes: number, bytesOf: (value: V) => number) {
  const cache = new LRUCache<string, V>({
    // No value fits into a single byte.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (value, key) => key.length * BYTES_PER_CHARACTER + bytesOf(value),
  });
  let [hits, misses] = [0, 0];
  return {
    get(key: string): V | undefined {
      const value = cache.get(key);
      if (value === undefined) misses += 1;
      else hits += 1;
      return value;
    },
    /** Not counted. */
    peek: (key: string): V | undefined => cache.peek(key),
    /** A value larger than the whole cache is not kept. */
    set: (key: string, value: V): void => void cache.set(key, value),
    stats(): CacheStats {
      const hit_rate = hits + misses === 0 ? null : hits / (hits + misses);
      const { size: entries, calculatedSize: bytes } = cache;
      return { entries, bytes, max_bytes: maxBytes, hits, misses, hit_rate };
    },
  };
}
