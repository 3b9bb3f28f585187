import { recordKeyUses } from "../../domain/api-keys/record-key-uses.ts";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";

const FLUSH_MS = 60_000;

/**
 * Records when keys were last used, in memory, and writes it in the background, so that no request waits for
 * it or causes a write.
 */
export interface KeyUsage {
  note(keyId: string): void;
  /** Writes pending entries and stops the timer. */
  stop(): Promise<void>;
}

/**
 * Writes at most once every `everyMs`. Entries that cannot be written are kept
 * for the next round.
 */
export function createKeyUsage(
  { orm, clock, logger }: { orm: MikroORM; clock: Clock; logger: Logger },
  everyMs = FLUSH_MS,
): KeyUsage {
  let noted = new Map<string, Date>();
  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const writing = noted;
    noted = new Map();
    try {
      await recordKeyUses(orm.em.fork(), writing);
    } catch (err) {
      noted = new Map([...writing, ...noted]);
      logger.warn({ err, keys: writing.size }, "could not store the last use of API keys; will retry");
    }
  };
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    note: (keyId) => void noted.set(keyId, clock.now()),
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
