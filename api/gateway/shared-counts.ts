import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import type { Config } from "../../platform/config.ts";
import type { Logger } from "../../platform/logger.ts";
import { APP_ROLE_OPTIONS } from "../../platform/database/set-callers.ts";
import {
  HOUR,
  MINUTE,
  STEPS,
  stepSeconds,
  type Counts,
  type RateLimits,
} from "../../platform/rates/rate-windows.ts";

/** A rate limit that waits longer costs more than it protects. */
const DEADLINE_MS = 250;
/** After a failure, the database is not queried for this long, so that not every request waits for it. */
const UNAVAILABLE_MS = 1_000;
const BATCH_MS = 2;

/** No limit needs to be higher; this is the maximum of the column's type. */
const UNLIMITED = 2_147_483_647;

const stepNow = (length: typeof MINUTE): string =>
  `floor(extract(epoch from now()) / ${stepSeconds(length)})::bigint`;
/** The counts of a window at the statement's time step; the SQL version of `slide`. */
const slid = (window: "minute" | "hour"): string =>
  `(array_fill(0, array[least(greatest(excluded.${window}_step - c.${window}_step, 0), ${STEPS + 1})::int]) ||
    c.${window}_counts)[1:${STEPS + 1}]`;
const used = (counts: string): string => `(select sum(n) from unnest(${counts}) as n)`;
const first = `array[least(hits, per_minute, per_hour)] || array_fill(0, array[${STEPS}])`;
/**
 * Updates both windows of every subject of a batch in one statement. Requests above a limit are not counted;
 * `taken` is the number of counted ones. Windows use the database's clock, which all processes share, and
 * never move back: a statement that waited for a row counts in the newer step.
 */
const COUNT = `insert into rate_counters as c
    (subject, minute_step, minute_counts, hour_step, hour_counts, taken, per_minute, per_hour)
  select subject, ${stepNow(MINUTE)}, ${first}, ${stepNow(HOUR)}, ${first},
         least(hits, per_minute, per_hour), per_minute, per_hour
    from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as asked (subject, hits, per_minute, per_hour)
  on conflict (subject) do update set
    (minute_step, minute_counts, hour_step, hour_counts, taken, per_minute, per_hour) =
    (select greatest(c.minute_step, excluded.minute_step), array[m[1] + more] || m[2:],
            greatest(c.hour_step, excluded.hour_step), array[h[1] + more] || h[2:],
            more, excluded.per_minute, excluded.per_hour
       from (select ${slid("minute")} as m, ${slid("hour")} as h) as slid,
            lateral (select greatest(0, least(excluded.taken,
              excluded.per_minute - ${used("m")}, excluded.per_hour - ${used("h")}))::int as more) as counted)
  returning c.subject, c.minute_step::float8 as "minuteStep", c.minute_counts as "minuteCounts",
            c.hour_step::float8 as "hourStep", c.hour_counts as "hourCounts", c.taken`;
const UNCOUNT = `update rate_counters set minute_counts[1] = minute_counts[1] - 1, hour_counts[1] = hour_counts[1] - 1
  where subject = $1`;
const FORGET = `delete from rate_counters where hour_step < ${stepNow(HOUR)} - ${STEPS}`;

interface Row {
  subject: string;
  minuteStep: number;
  minuteCounts: number[];
  hourStep: number;
  hourCounts: number[];
  taken: number;
}

interface PendingCount {
  limits: RateLimits;
  waiters: ((counts: Counts | null) => void)[];
}
type PendingCounts = Map<string, PendingCount>;

export interface SharedCounts {
  /**
   * Counts one request across all processes, unless it exceeds a limit; null while PostgreSQL is unavailable.
   */
  hit(subject: string, limits: RateLimits): Promise<Counts | null>;
  /** Uncounts one request of each subject; does nothing while PostgreSQL is unavailable. */
  uncount(subjects: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

function createPool(config: Pick<Config, "DATABASE_URL">, logger: Logger): Pool {
  const pool = new Pool({
    connectionString: config.DATABASE_URL,
    options: APP_ROLE_OPTIONS,
    max: 2,
    connectionTimeoutMillis: DEADLINE_MS,
    query_timeout: DEADLINE_MS,
    application_name: "rate-limit",
  });
  pool.on("error", (err) => logger.warn({ err }, "an idle connection of the rate limit was lost"));
  return pool;
}

/** Sorted, so that two processes never deadlock. */
async function send(pool: Pool, batch: PendingCounts): Promise<Row[]> {
  const asked = [...batch].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const limits = (of: (limits: RateLimits) => number) =>
    asked.map(([, { limits }]) => Math.min(of(limits), UNLIMITED));
  const values = [
    asked.map(([subject]) => subject),
    asked.map(([, { waiters }]) => waiters.length),
    limits(({ perMinute }) => perMinute),
    limits(({ perHour }) => perHour),
  ];
  const { rows } = await pool.query<Row>({ name: "count-requests", text: COUNT, values });
  return rows;
}

/** Each request of a batch gets the count that it would have got alone. */
function answer(batch: PendingCounts, rows: readonly Row[]): void {
  for (const { subject, taken, ...row } of rows) {
    const before = (counts: number[], later: number): number[] => [counts[0]! - later, ...counts.slice(1)];
    for (const [i, resolve] of batch.get(subject)!.waiters.entries()) {
      const later = Math.max(0, taken - 1 - i);
      resolve({
        minute: { step: row.minuteStep, counts: before(row.minuteCounts, later) },
        hour: { step: row.hourStep, counts: before(row.hourCounts, later) },
        counted: i < taken,
      });
    }
  }
}

/**
 * Counts in PostgreSQL. One statement runs at a time; requests that arrive in the meantime go into the next,
 * so a busy process costs the database less per request than an idle one.
 */
export function createSharedCounts(config: Pick<Config, "DATABASE_URL">, logger: Logger): SharedCounts {
  const pool = createPool(config, logger);
  let waiting: PendingCounts = new Map();
  let isRunning = false;
  let sentAt = 0;
  let unavailableUntil = 0;
  let forgotAt = 0;
  let forgetting: Promise<unknown> = Promise.resolve();
  /** Counts older than a whole window are worthless. */
  const forgetOld = (rows: readonly Row[]): void => {
    const step = Math.max(...rows.map(({ hourStep }) => hourStep));
    if (step < forgotAt + STEPS) return;
    forgotAt = step;
    forgetting = pool.query(FORGET).catch((err: unknown) => logger.warn({ err }, "old counters not removed"));
  };
  const drain = async (): Promise<void> => {
    isRunning = true;
    while (waiting.size > 0) {
      // Under load, requests within a moment are combined; a single request does not wait.
      const pause = sentAt + BATCH_MS - performance.now();
      if (pause > 0) await sleep(pause);
      sentAt = performance.now();
      const batch = waiting;
      waiting = new Map();
      try {
        const counted = await send(pool, batch);
        answer(batch, counted);
        forgetOld(counted);
      } catch (err) {
        unavailableUntil = performance.now() + UNAVAILABLE_MS;
        logger.warn({ err }, "requests cannot be counted in the database; each process counts alone");
        for (const { waiters } of batch.values()) for (const resolve of waiters) resolve(null);
      }
    }
    isRunning = false;
  };
  return {
    hit: (subject, limits) => {
      if (performance.now() < unavailableUntil) return Promise.resolve(null);
      return new Promise((resolve) => {
        const asked = waiting.get(subject);
        if (asked === undefined) waiting.set(subject, { limits, waiters: [resolve] });
        else asked.waiters.push(resolve);
        if (!isRunning) void drain();
      });
    },
    uncount: async (subjects) => {
      for (const subject of subjects)
        await pool
          .query(UNCOUNT, [subject])
          .catch((err: unknown) => logger.warn({ err }, "a count was not taken back"));
    },
    stop: async () => {
      await forgetting;
      await pool.end();
    },
  };
}
