import { unsetProductClock, setProductClock, type Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";

/** How long the clock of a machine that stood still can be behind. */
const EVERY_MS = 10_000;
/** How long a start waits for the first reading: a database that hangs must not keep a process from starting. */
const FIRST_MS = 5_000;
/** Signatures and tokens of other services tolerate about as much. */
const TOLERATED_MS = 5_000;

export interface DatabaseClock extends Clock {
  close(): Promise<void>;
}

/**
 * The estimated time after a reading: `read` was true at some moment of the last `tookMs`. It changes only by what
 * contradicts that, so that the time hardly ever goes back. All in milliseconds.
 */
const afterReading = (estimate: number, { read, tookMs }: { read: number; tookMs: number }): number =>
  Math.min(Math.max(estimate, read), read + tookMs);

/**
 * The time of the database, which is the same for all processes, and right where a machine's clock is wrong or
 * set. Between readings it follows the monotonic clock. Until the first reading succeeds, it is the machine's.
 */
export async function startDatabaseClock(
  read: () => Promise<number>,
  logger: Pick<Logger, "debug" | "warn">,
): Promise<DatabaseClock> {
  let known = { time: Date.now(), at: performance.now() };
  let isReported = false;
  const time = (): number => known.time + performance.now() - known.at;

  function report(): void {
    const aheadMs = Math.round(Date.now() - time());
    const isWrong = Math.abs(aheadMs) > TOLERATED_MS;
    if (isWrong && !isReported)
      logger.warn({ aheadMs }, "this machine's clock differs from the database's: synchronise both");
    isReported = isWrong;
  }

  async function look(): Promise<void> {
    const from = performance.now();
    const answer = await read();
    const at = performance.now();
    known = { time: afterReading(time(), { read: answer, tookMs: at - from }), at };
    report();
  }
  let reading: Promise<void> | null = null;
  /** One reading at a time: while the database hangs, they would take one connection after the other. */
  const lookAgain = (): Promise<void> =>
    (reading ??= look()
      .catch((err: unknown) => logger.debug({ err }, "the database's time could not be read"))
      .finally(() => (reading = null)));

  const late = Promise.withResolvers<void>();
  const patience = setTimeout(late.resolve, FIRST_MS);
  await Promise.race([lookAgain(), late.promise]);
  clearTimeout(patience);
  const timer = setInterval(() => void lookAgain(), EVERY_MS).unref();
  const clock: DatabaseClock = {
    now: () => new Date(time()),
    async close() {
      clearInterval(timer);
      unsetProductClock(clock);
    },
  };
  setProductClock(clock);
  return clock;
}
