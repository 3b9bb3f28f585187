export interface CacheStats {
  entries: number;
  bytes: number;
  max_bytes: number;
  hits: number;
  misses: number;
  /** 0 to 1; null before the first look-up. */
  hit_rate: number | null;
}

/** Keeps the most recently used values, up to a number of bytes. */
export interface ByteCache<V> {
  get(key: string): V | undefined;
  /** A value larger than the whole cache is not kept. */
  set(key: string, value: V): void;
  stats(): CacheStats;
}

/** UTF-16: what a key costs in addition to its value. */
const BYTES_PER_CHARACTER = 2;

export function createByteCache<V>(maxBytes: number, bytesOf: (value: V) => number): ByteCache<V> {
  // A Map keeps insertion order, so the first entry is the least recently used.
  const entries = new Map<string, V>();
  let [bytes, hits, misses] = [0, 0, 0];
  const sizeOf = (key: string, value: V) => key.length * BYTES_PER_CHARACTER + bytesOf(value);
  const remove = (key: string): V | undefined => {
    const value = entries.get(key);
    if (value === undefined) return undefined;
    entries.delete(key);
    bytes -= sizeOf(key, value);
    return value;
  };
  const add = (key: string, value: V): void => {
    entries.set(key, value);
    bytes += sizeOf(key, value);
  };
  return {
    get(key) {
      const value = remove(key);
      if (value === undefined) misses += 1;
      else {
        hits += 1;
        add(key, value);
      }
      return value;
    },
    set(key, value) {
      remove(key);
      if (sizeOf(key, value) > maxBytes) return;
      add(key, value);
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    stats: () => {
      const hit_rate = hits + misses === 0 ? null : hits / (hits + misses);
      return { entries: entries.size, bytes, max_bytes: maxBytes, hits, misses, hit_rate };
    },
  };
}
