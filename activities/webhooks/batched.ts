import { createBatcher } from "../../platform/concurrency/create-batcher.ts";

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Batches single requests: items that arrive during a run are part of the next one. If a run fails, each of
 * its items is retried alone, so that one cannot fail the others.
 */
export const batched = <I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  atMost: number,
): ((item: I) => Promise<O>) => {
  const alone = (item: I): Promise<O | Error> => run([item]).then(([answer]) => answer!, asError);
  const runAll = async (items: readonly I[]): Promise<readonly (O | Error)[]> => {
    const answers = await run(items).catch(() => null);
    if (answers !== null) return answers;
    const retried: (O | Error)[] = [];
    for (const item of items) retried.push(await alone(item));
    return retried;
  };
  return createBatcher(runAll, { atMost });
};
