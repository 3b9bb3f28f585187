import { hash } from "node:crypto";
import { beginningOf } from "../../platform/beginning-of.ts";

const hashOf = (parts: readonly unknown[]): string => hash("sha256", JSON.stringify(parts)).slice(0, 32);

/** Names things by their content, so that the same things in the same order get the same names. */
export interface FindingNaming {
  /** Equal things are numbered in order. */
  next(what: string, parts: readonly unknown[]): string;
}

export function createNaming(): FindingNaming {
  const counts = new Map<string, number>();
  return {
    next(what, parts) {
      const name = `${beginningOf(what, 100)}:${hashOf([what, ...parts])}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count === 1 ? name : `${name}:${count}`;
    },
  };
}
