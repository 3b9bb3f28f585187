import { createBatcher } from "./create-batcher.ts";

/** Under load, keys requested within this time are looked up together. */
const BATCH_MS = 2;

/** Combines look-ups of single keys into one of the distinct keys, as `createBatcher` combines requests. */
export const createLookUp = <V>(
  find: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): ((key: string) => Promise<V | undefined>) =>
  createBatcher<string, V | undefined>(
    async (keys) => {
      const found = await find([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    { pauseMs: BATCH_MS },
  );
