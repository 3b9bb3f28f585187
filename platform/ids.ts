import { v7 } from "uuid";

/** A new UUIDv7: unique, and sorted by creation time, which keeps B-tree inserts at the right edge. */
export const newId = (): string => v7();

/** Of `newIdAt`. As a part of the ids it has 32 bits. */
let count = 0;

/**
 * A UUIDv7 with this time, in milliseconds, instead of the machine's. Those that a process asks for with the same time are
 * in order.
 */
export function newIdAt(ms: number): string {
  count = (count + 1) % 2 ** 32;
  return v7({ msecs: ms, seq: count });
}
