import { v5, v7 } from "uuid";

/** A new UUIDv7: unique, and sorted by creation time, which keeps B-tree inserts at the right edge. */
export const newId = (): string => v7();

const NAMES = "6f1b7c0e-52a4-4d0e-9a53-0d6f3f6f8d11";

/** The UUIDv5 of a name: always the same for the same name. */
export const idOfName = (name: string): string => v5(name, NAMES);
