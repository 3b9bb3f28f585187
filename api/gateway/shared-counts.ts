import { Pool } from "pg";
import { createBatcher } from "../../platform/concurrency/create-batcher.ts";
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

/**
 * The most that the limits may add to a response. A count takes a few milliseconds; a database that needs longer than
 * this is overloaded, and each process then limits callers on its own for a while.
 */
const DEADLINE_MS = 250;
/** After a failure, the database is not queried for this long, so that not every request waits for it. */
const UNAVAILABLE_MS = 1_000;
/** Under load, requests within this time are counted together. */
const BATCH_MS = 2;

/** No limit needs to be higher; this is the maximum of the column's type. */
const UNLIMITED = 2_147_483_647;

const stepNow = (length: typeof MINUTE): string =>
  `floor(extract(epoch from now()) / ${stepSeconds(length)})::bigint`;
type Window = "minute" | "hour";
/** The stored step is of a clock that was set back since then. */
const isFarAhead = (window: Window): string => `c.${window}_step - excluded.${window}_step > ${STEPS}`;
const newerStep = (window: Window): string =>
  `case when ${isFarAhead(window)} then excluded.${window}_step
        else greatest(c.${window}_step, excluded.${window}_step) end`;
/** The counts of a window at the statement's time step; the SQL version of `slide`. */
const slid = (window: Window): string =>
  `(array_fill(0, array[(case when ${isFarAhead(window)} then ${STEPS + 1}
      else least(greatest(excluded.${window}_step - c.${window}_step, 0), ${STEPS + 1}) end)::int]) ||
    c.${window}_counts)[1:${STEPS + 1}]`;
const used = (counts: string): string => `(select sum(n) from unnest(${counts}) as n)`;
const first = `array[least(hits, per_minute, per_hour)] || array_fill(0, array[${STEPS}])`;
/**
 * Updates both windows of every subject of a batch in one statement. Requests above a limit are not counted;
 * `taken` is the number of counted ones. Windows use the database's clock, which all processes share, and
 * do not move back: a statement that waited for a row counts in the newer step. Only after a clock that was far ahead
 * do they start over; otherwise callers would be refused until its time.
 */
const COUNT = `insert into rate_counters as c
    (subject, minute_step, minute_counts, hour_step, hour_counts, taken, per_minute, per_hour)
  select subject, ${stepNow(MINUTE)}, ${first}, ${stepNow(HOUR)}, ${first},
         least(hits, per_minute, per_hour), per_minute, per_hour
    from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as requested (subject, hits, per_minute, per_hour)
  on conflict (subject) do update set
    (minute_step, minute_counts, hour_step, hour_counts, taken, per_minute, per_hour) =
    (select ${newerStep("minute")}, array[m[1] + more] || m[2:],
            ${newerStep("hour")}, array[h[1] + more] || h[2:],
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

interface Hit {
  subject: string;
  limits: RateLimits;
}

export interface SharedCounts {
  /**
   * Counts one request across all processes, unless it exceeds a limit; null while PostgreSQL is unavailable.
   */
  hit(subject: string, limits: RateLimits): Promise<Counts | null>;
  /** Uncounts one request of each subject; does nothing while PostgreSQL is unavailable. */
  uncount(subjects: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

function createPool(config: Pick<Config, "DATABASE_URL">, logger: Logger, deadlineMs: number): Pool {
  const pool = new Pool({
    connectionString: config.DATABASE_URL,
    options: APP_ROLE_OPTIONS,
    max: 2,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    application_name: "rate-limit",
  });
  pool.on("error", (err) => logger.warn({ err }, "an idle connection of the rate limiter was lost"));
  return pool;
}

/** Sorted, so that two processes never deadlock. */
async function send(pool: Pool, hits: readonly Hit[]): Promise<Row[]> {
  const requested = [...Map.groupBy(hits, ({ subject }) => subject).values()].toSorted(([a], [b]) =>
    a!.subject < b!.subject ? -1 : 1,
  );
  const limits = (of: (limits: RateLimits) => number) =>
    requested.map(([first]) => Math.min(of(first!.limits), UNLIMITED));
  const values = [
    requested.map(([first]) => first!.subject),
    requested.map(({ length }) => length),
    limits(({ perMinute }) => perMinute),
    limits(({ perHour }) => perHour),
  ];
  const { rows } = await pool.query<Row>({ name: "count-requests", text: COUNT, values });
  return rows;
}

/** Each request of a batch gets the count that it would have got alone. */
function countsOf(hits: readonly Hit[], rows: readonly Row[]): Counts[] {
  const bySubject = new Map(rows.map((row) => [row.subject, { row, earlier: 0 }]));
  const before = (counts: number[], later: number): number[] => [counts[0]! - later, ...counts.slice(1)];
  return hits.map(({ subject }) => {
    const found = bySubject.get(subject)!;
    const { row } = found;
    const earlier = found.earlier++;
    const later = Math.max(0, row.taken - 1 - earlier);
    return {
      minute: { step: row.minuteStep, counts: before(row.minuteCounts, later) },
      hour: { step: row.hourStep, counts: before(row.hourCounts, later) },
      counted: earlier < row.taken,
    };
  });
}

/**
 * Counts in PostgreSQL: a busy process costs the database less per request than an idle one. Without a deadline (0),
 * every request waits for its count, however slow the database is.
 */
export function createSharedCounts(
  config: Pick<Config, "DATABASE_URL">,
  logger: Logger,
  deadlineMs = DEADLINE_MS,
): SharedCounts {
  const pool = createPool(config, logger, deadlineMs);
  let unavailableUntil = 0;
  let forgotAt = 0;
  let forgetting: Promise<unknown> = Promise.resolve();
  /** Counts older than a whole window are worthless. */
  const forgetOld = (rows: readonly Row[]): void => {
    const step = Math.max(...rows.map(({ hourStep }) => hourStep));
    if (Math.abs(step - forgotAt) < STEPS) return;
    forgotAt = step;
    forgetting = pool
      .query(FORGET)
      .catch((err: unknown) => logger.warn({ err }, "old rate counters could not be removed"));
  };
  const countAll = async (hits: readonly Hit[]): Promise<(Counts | null)[]> => {
    try {
      const rows = await send(pool, hits);
      forgetOld(rows);
      return countsOf(hits, rows);
    } catch (err) {
      unavailableUntil = performance.now() + UNAVAILABLE_MS;
      logger.warn({ err }, "the database cannot count requests; each process counts on its own");
      return hits.map(() => null);
    }
  };
  const count = createBatcher(countAll, { pauseMs: BATCH_MS });
  return {
    hit: (subject, limits) =>
      performance.now() < unavailableUntil ? Promise.resolve(null) : count({ subject, limits }),
    uncount: async (subjects) => {
      for (const subject of subjects)
        await pool
          .query(UNCOUNT, [subject])
          .catch((err: unknown) => logger.warn({ err }, "a count could not be reverted"));
    },
    stop: async () => {
      await forgetting;
      await pool.end();
    },
  };
}
