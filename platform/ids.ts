import { v7 } from "uuid";

/** A new UUIDv7: unique, and sorted by creation time, which keeps B-tree inserts at the right edge. */
export const newId = (): string => v7();

let last = { ms: 0, seq: 0 };

/**
 * A UUIDv7 with this time, in milliseconds, instead of the machine's. Those that a process asks for in the same
 * millisecond are in order.
 */
export function newIdAt(ms: number): string {
  last = { ms, seq: ms === last.ms ? last.seq + 1 : 0 };
  return v7({ msecs: ms, seq: last.seq });
}
