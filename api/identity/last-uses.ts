import type { MikroORM } from "@mikro-orm/postgresql";
import { recordLastUses, type UsedTable } from "../../domain/record-last-uses.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";

const FLUSH_MS = 60_000;

/**
 * Records when credentials of one kind were last used, in memory, and writes it in the background, so that no
 * request waits for it or causes a write.
 */
export interface LastUses {
  note(id: string): void;
  /** Writes pending entries and stops the timer. */
  stop(): Promise<void>;
}

interface Deps {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
  table: UsedTable;
}

/**
 * Writes at most once every `everyMs`. Entries that cannot be written are kept
 * for the next round.
 */
export function createLastUses({ orm, clock, logger, table }: Deps, everyMs = FLUSH_MS): LastUses {
  let noted = new Map<string, Date>();
  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const writing = noted;
    noted = new Map();
    try {
      await recordLastUses(orm.em.fork(), table, writing);
    } catch (err) {
      noted = new Map([...writing, ...noted]);
      logger.warn({ err, table, credentials: writing.size }, "could not store last uses; will retry");
    }
  };
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    note: (id) => void noted.set(id, clock.now()),
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
