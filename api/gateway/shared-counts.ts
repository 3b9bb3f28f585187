import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import type { Config } from "../../platform/config.ts";
import type { Logger } from "../../platform/logger.ts";
import { APP_ROLE_OPTIONS } from "../../platform/tell-callers.ts";
import { HOUR_SECONDS, MINUTE_SECONDS, type Counts } from "./rate-windows.ts";

/** A limit that waits longer for its answer costs more than it protects. */
const DEADLINE_MS = 250;
/** After a failure the database is left alone this long, so that requests do not each wait for it. */
const AWAY_MS = 1_000;
const GATHER_MS = 2;

/**
 * Both windows of every subject of a batch in one statement. Windows go by the database's clock, which all processes
 * share, and never back: a statement that waited for a row counts in the newer window.
 */
const COUNT = `insert into rate_counters as c (subject, minute, minute_count, hour, hour_count)
  select s.subject, floor(extract(epoch from now()) / ${MINUTE_SECONDS}), s.hits,
         floor(extract(epoch from now()) / ${HOUR_SECONDS}), s.hits
    from unnest($1::text[], $2::int[]) as s (subject, hits)
  on conflict (subject) do update set
    minute_count = excluded.minute_count + case when c.minute < excluded.minute then 0 else c.minute_count end,
    minute = greatest(c.minute, excluded.minute),
    hour_count = excluded.hour_count + case when c.hour < excluded.hour then 0 else c.hour_count end,
    hour = greatest(c.hour, excluded.hour)
  returning c.subject, c.minute::float8 as minute, c.minute_count as "minuteCount",
            c.hour::float8 as hour, c.hour_count as "hourCount"`;
const FORGET = "delete from rate_counters where hour < floor(extract(epoch from now()) / $1)";

type Row = Counts & { subject: string };
type Waiting = Map<string, ((counts: Counts | null) => void)[]>;

export interface SharedCounts {
  /** Counts one request among those of every process; null while PostgreSQL is away. */
  hit(subject: string): Promise<Counts | null>;
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

/** Sorted, so that two processes never wait for each other's rows crosswise. */
async function send(pool: Pool, batch: Waiting): Promise<Map<string, Counts>> {
  const subjects = [...batch.keys()].toSorted();
  const hits = subjects.map((subject) => batch.get(subject)!.length);
  const query = { name: "count-requests", text: COUNT, values: [subjects, hits] };
  const { rows } = await pool.query<Row>(query);
  return new Map(rows.map(({ subject, ...counts }) => [subject, counts]));
}

/** Each of the requests counted together gets the count it would have got alone. */
function answer(batch: Waiting, counted: ReadonlyMap<string, Counts>): void {
  for (const [subject, waiters] of batch) {
    const total = counted.get(subject)!;
    for (const [i, resolve] of waiters.entries()) {
      const after = waiters.length - 1 - i;
      const [minuteCount, hourCount] = [total.minuteCount - after, total.hourCount - after];
      resolve({ ...total, minuteCount, hourCount });
    }
  }
}

/**
 * Counts in PostgreSQL. One statement is under way at a time; requests that come in meanwhile go together in the next,
 * so that a busy process costs the database less per request than an idle one.
 */
export function createSharedCounts(config: Pick<Config, "DATABASE_URL">, logger: Logger): SharedCounts {
  const pool = createPool(config, logger);
  let waiting: Waiting = new Map();
  let underWay = false;
  let sentAt = 0;
  let awayUntil = 0;
  let lastHour = 0;
  let forgetting: Promise<unknown> = Promise.resolve();
  /** A new hour makes every older row worthless. */
  const forgetOld = (counted: ReadonlyMap<string, Counts>): void => {
    const hour = Math.max(...[...counted.values()].map((counts) => counts.hour));
    if (hour <= lastHour) return;
    lastHour = hour;
    forgetting = pool
      .query(FORGET, [HOUR_SECONDS])
      .catch((err: unknown) => logger.warn({ err }, "old counters not removed"));
  };
  const drain = async (): Promise<void> => {
    underWay = true;
    while (waiting.size > 0) {
      // Under load, what comes in within a moment goes together; a request alone does not wait.
      const pause = sentAt + GATHER_MS - performance.now();
      if (pause > 0) await sleep(pause);
      sentAt = performance.now();
      const batch = waiting;
      waiting = new Map();
      try {
        const counted = await send(pool, batch);
        answer(batch, counted);
        forgetOld(counted);
      } catch (err) {
        awayUntil = performance.now() + AWAY_MS;
        logger.warn({ err }, "requests cannot be counted in the database; each process counts alone");
        for (const waiters of batch.values()) for (const resolve of waiters) resolve(null);
      }
    }
    underWay = false;
  };
  return {
    hit: (subject) => {
      if (performance.now() < awayUntil) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiters = waiting.get(subject);
        if (waiters === undefined) waiting.set(subject, [resolve]);
        else waiters.push(resolve);
        if (!underWay) void drain();
      });
    },
    stop: async () => {
      await forgetting;
      await pool.end();
    },
  };
}
