import { setTimeout as sleep } from "node:timers/promises";
import { CHAIN_BATCH, chainAudit } from "../domain/audit/chain-audit.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";

export const CHAIN_POLL_MS = 1_000;

/**
 * Appends newly committed records to the audit log until `signal` aborts. Several may run: only one appends
 * at a time.
 */
export async function runAuditChainer(
  { orm, logger }: { orm: Orm; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const chained = await chainAudit(orm.em).catch((error: unknown) => {
      logger.warn({ err: error }, "audit log could not be extended; the next try follows");
      return 0;
    });
    if (chained < CHAIN_BATCH) await sleep(CHAIN_POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
