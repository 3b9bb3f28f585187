import { expect, test } from "@jest/globals";
import { runRounds } from "../../workers/run-rounds.ts";
import { createLogger } from "../../platform/logger.ts";

const logger = createLogger("test", "silent");

/** Runs rounds with these outcomes, then stops; returns the number of pauses. */
async function pausesAfter(outcomes: readonly (boolean | Error)[]): Promise<number> {
  const stopping = new AbortController();
  const left = [...outcomes];
  let pauses = 0;
  const wake = {
    next: () => ({
      // Only a pause that is waited for counts.
      then: (resolve: () => void) => {
        pauses += 1;
        resolve();
      },
    }),
  };
  const round = async (): Promise<boolean> => {
    const outcome = left.shift()!;
    if (left.length === 0) stopping.abort();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const rounds = { round, everyMs: 1, wake: wake as never, logger, failure: "failed" };
  await runRounds(rounds, stopping.signal);
  expect(left).toEqual([]);
  return pauses;
}

test("rounds follow at once while there is more, and pause otherwise", async () => {
  expect(await pausesAfter([true, true, true, false])).toBe(1);
  expect(await pausesAfter([false, false])).toBe(2);
});

test("a failed round pauses, and the next one follows", async () => {
  expect(await pausesAfter([new Error("away"), true, false])).toBe(2);
});

test("without a wake, an abort ends the pause", async () => {
  const stopping = new AbortController();
  const round = async (): Promise<boolean> => {
    setImmediate(() => stopping.abort());
    return false;
  };
  await runRounds({ round, everyMs: 600_000, logger, failure: "failed" }, stopping.signal);
});
