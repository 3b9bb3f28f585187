import { LRUCache } from "lru-cache";

/**
 * Keeps the latest `most` values that were used. Its room grows with them: by `max`, the library fills room for all at
 * once, which takes 20 ms for 100,000.
 */
export const growingCache = <V extends object>(most: number): LRUCache<string, V> =>
  new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1 });
