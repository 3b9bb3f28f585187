import { v7 } from "uuid";

/** A new UUIDv7: unique, and sorted by creation time, which keeps B-tree inserts at the right edge. */
export const newId = (): string => v7();
