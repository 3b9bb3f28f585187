import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@elastic/elasticsearch";
import type { Logger } from "../../platform/logger.ts";
import { findChunkIndex, IndexLostError, type IndexSettings } from "./chunk-index.ts";

const EVERY_MS = 20_000;

export interface IndexWatchDeps {
  client: Client;
  settings: () => IndexSettings;
  /** Passages that searches should find, as PostgreSQL says. */
  countPassages: () => Promise<number>;
  logger: Logger;
}

/** Whether the index holds what it should, as far as numbers tell. */
export interface IndexWatch {
  /** Compares once. What is being withdrawn leaves the index before the database: only what lacks twice in a row is lost. */
  compare(): Promise<void>;
  /** Why searches may miss passages; null when nothing is known to lack. */
  loss(): IndexLostError | null;
}

export function createIndexWatch({ client, settings, countPassages, logger }: IndexWatchDeps): IndexWatch {
  let loss: IndexLostError | null = null;
  let lackedBefore = false;

  function note(passages: number, documents: number): void {
    const lacks = documents < passages;
    const lost = lacks && lackedBefore;
    lackedBefore = lacks;
    if (lost && loss === null) {
      loss = new IndexLostError(
        `The search index holds ${documents} documents, but PostgreSQL holds ${passages} passages`,
      );
      logger.error({ passages, documents }, loss.message);
    }
    if (lacks || loss === null) return;
    loss = null;
    logger.info({ passages, documents }, "The search index is whole again");
  }

  return {
    async compare() {
      const index = await findChunkIndex(client, settings());
      // Not there at all: searches and `/health` say so themselves.
      if (index === null) return;
      const before = await countPassages();
      const { count } = await client.count({ index: index.alias });
      note(Math.min(before, await countPassages()), count);
    },
    loss: () => loss,
  };
}

/** Compares again and again until the signal aborts; what cannot be asked now is asked the next time. */
export async function keepComparing(
  watch: IndexWatch,
  signal: AbortSignal,
  everyMs = EVERY_MS,
): Promise<void> {
  while (!signal.aborted) {
    await watch.compare().catch(() => undefined);
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
