import { CHAIN_BATCH, chainAudit } from "../domain/audit-log/chain-audit.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import { runRounds } from "./run-rounds.ts";

const CHAIN_POLL_MS = 1_000;

/**
 * Appends newly committed records to the audit log until `signal` aborts. Several may run: only one appends
 * at a time.
 */
export async function runAuditChainer(
  { orm, logger }: { orm: Orm; logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const round = async () => (await chainAudit(orm.em)) >= CHAIN_BATCH;
  const failure = "the audit log could not be extended; will retry";
  await runRounds({ round, everyMs: CHAIN_POLL_MS, logger, failure }, signal);
}
