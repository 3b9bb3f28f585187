import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { runRounds } from "../../workers/run-rounds.ts";
import { createLogger } from "../../platform/logger.ts";

const logger = createLogger("test", "silent");

/** Rounds with these outcomes, which pause until the bell rings, and stop after the last. */
function start(outcomes: readonly (boolean | Error)[]) {
  const stopping = new AbortController();
  const left = [...outcomes];
  const bell = { ring: (): void => undefined };
  const wake = {
    next: async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      bell.ring = resolve;
      await promise;
    },
    close: async (): Promise<void> => undefined,
  };
  const round = async (): Promise<boolean> => {
    const outcome = left.shift()!;
    if (left.length === 0) stopping.abort();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const ended = runRounds({ round, everyMs: 1, wake, logger, failure: "failed" }, stopping.signal);
  return { left, bell, ended };
}

test("rounds follow at once while there is more, and pause otherwise", async () => {
  const { left, bell, ended } = start([true, true, false, false]);
  await turn();
  expect(left).toHaveLength(1);
  bell.ring();
  await turn();
  expect(left).toHaveLength(0);
  bell.ring();
  await ended;
});

test("a failed round pauses, and the next one follows", async () => {
  const { left, bell, ended } = start([new Error("unavailable"), true, true]);
  await turn();
  expect(left).toHaveLength(2);
  bell.ring();
  await ended;
  expect(left).toHaveLength(0);
});

test("without a wake, an abort ends the pause", async () => {
  const stopping = new AbortController();
  const round = async (): Promise<boolean> => {
    setImmediate(() => stopping.abort());
    return false;
  };
  await runRounds({ round, everyMs: 600_000, logger, failure: "failed" }, stopping.signal);
});

/** The lines of rounds that fail, and then succeed. */
async function linesOf(outcomes: readonly (boolean | Error)[], lastingMs?: number): Promise<string[]> {
  const lines: string[] = [];
  const written = createLogger("test", "info", {
    write(line) {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      lines.push(`${level} ${msg}`);
    },
  });
  const stopping = new AbortController();
  const left = [...outcomes];
  const round = async (): Promise<boolean> => {
    const outcome = left.shift()!;
    if (left.length === 0) stopping.abort();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const duration = lastingMs === undefined ? {} : { lastingMs };
  await runRounds({ round, everyMs: 1, logger: written, failure: "failed", ...duration }, stopping.signal);
  return lines;
}

test("rounds that keep failing are reported once as an error, and when they work again", async () => {
  const failures = Array.from({ length: 3 }, () => new Error("interrupted (9)"));
  const lines = await linesOf([...failures, false, new Error("interrupted (9)")], 0);
  expect(lines).toEqual([
    "50 this keeps failing: failed",
    "40 failed",
    "40 failed",
    "30 this works again: failed",
    "50 this keeps failing: failed",
  ]);
});

test("a short failure of rounds is a warning", async () => {
  expect(await linesOf([new Error("interrupted (9)"), false])).toEqual(["40 failed"]);
});
