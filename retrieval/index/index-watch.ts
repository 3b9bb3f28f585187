import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@elastic/elasticsearch";
import type { Logger } from "../../platform/logger.ts";
import { findChunkIndex, UnusableIndexError, type IndexSettings } from "./chunk-index.ts";

const EVERY_MS = 20_000;

export interface IndexWatchDeps {
  client: Client;
  settings: () => IndexSettings;
  /** The number of searchable passages according to PostgreSQL. */
  countPassages: () => Promise<number>;
  logger: Logger;
}

/** Whether the index is complete, judging by counts. */
export interface IndexWatch {
  /**
   * Compares once. Withdrawn passages leave the index before the database, so only passages missing twice in
   * a row are lost.
   */
  compare(): Promise<void>;
  /** Why searches may miss passages; null if none are known to be missing. */
  loss(): UnusableIndexError | null;
}

export function createIndexWatch({ client, settings, countPassages, logger }: IndexWatchDeps): IndexWatch {
  let loss: UnusableIndexError | null = null;
  let lackedBefore = false;

  function record(passages: number, documents: number): void {
    const lacks = documents < passages;
    const lost = lacks && lackedBefore;
    lackedBefore = lacks;
    if (lost && loss === null) {
      loss = new UnusableIndexError(
        `The search index holds ${documents} documents, but PostgreSQL holds ${passages} passages`,
      );
      logger.error({ passages, documents }, loss.message);
    }
    if (lacks || loss === null) return;
    loss = null;
    logger.info({ passages, documents }, "The search index is complete again");
  }

  return {
    async compare() {
      const index = await findChunkIndex(client, settings());
      // No index at all: searches and `/health` report this themselves.
      if (index === null) return;
      const before = await countPassages();
      const { count } = await client.count({ index: index.alias });
      record(Math.min(before, await countPassages()), count);
    },
    loss: () => loss,
  };
}

/** Compares repeatedly until the signal aborts; a failed comparison is repeated the next time. */
export async function keepComparing(
  watch: Pick<IndexWatch, "compare">,
  { logger, signal }: { logger: Pick<Logger, "warn">; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    // Reported, because until the next one lost passages go unnoticed.
    await watch
      .compare()
      .catch((err: unknown) =>
        logger.warn({ err }, "The search index could not be compared with PostgreSQL"),
      );
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
