import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { createBell } from "../concurrency/create-bell.ts";
import type { Logger } from "../logger.ts";

const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
/** After this much silence, the system checks whether the server is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Wakes callers that wait for a notification. */
export interface Wake {
  /** Resolves at the next notification, after `atMostMs`, or when `signal` aborts. */
  next(atMostMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens for PostgreSQL notifications on a channel. They are hints and may be lost, especially while the
 * connection is down: callers also poll from time to time.
 */
export function listen(url: string, channel: string, logger: Logger): Wake {
  const bell = createBell();
  const closing = new AbortController();

  async function listenOnce(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: "compliance-listen",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    const lost = Promise.withResolvers<void>();
    // The connection may be lost before anyone waits for that.
    lost.promise.catch(() => undefined);
    client.on("notification", bell.ring);
    client.on("error", (error) => lost.reject(error));
    client.on("end", () => lost.resolve());
    // Without a closing handshake, for which a hanging server would never wait.
    const hangUp = (): void => void client.connection.stream.destroy();
    closing.signal.addEventListener("abort", hangUp);
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      bell.ring();
      await lost.promise;
    } finally {
      closing.signal.removeEventListener("abort", hangUp);
      hangUp();
    }
  }

  async function listenOn(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!closing.signal.aborted)
          logger.warn({ err: error }, "the connection for notifications was lost; polling continues");
      });
      if (!closing.signal.aborted)
        await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const listening = listenOn();
  return {
    async next(atMostMs, signal) {
      if (signal.aborted) return;
      const over = Promise.withResolvers<void>();
      const end = (): void => over.resolve();
      // Not an AbortController: aborting it captures a stack trace, which delayed what was notified.
      const timer = setTimeout(end, atMostMs);
      signal.addEventListener("abort", end);
      await Promise.race([bell.nextRing(), over.promise]);
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}
