import { createHash } from "node:crypto";

const hashOf = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** Names things by what they are, so that they have the same names each time they are told of in the same order. */
export interface Naming {
  /** Things that are alike are told apart by their order. */
  next(what: string, parts: readonly unknown[]): string;
}

export function createNaming(): Naming {
  const counts = new Map<string, number>();
  return {
    next(what, parts) {
      const name = `${what.slice(0, 100)}:${hashOf([what, ...parts])}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count === 1 ? name : `${name}:${count}`;
    },
  };
}
