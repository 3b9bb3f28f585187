import type { EntityManager } from "@mikro-orm/postgresql";
import { countRows } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { AuditIntake } from "./audit-intake.entity.ts";
import {
  EMPTY,
  cutOffSince,
  faultOf,
  rewrittenSince,
  type ChainedEntry,
  type ChainFault,
  type ChainHead,
} from "./audit-chain.rules.ts";
import { CHAINED } from "./chain-audit.ts";
import { entryHash } from "./entry-hash.ts";

const BATCH = 1_000;
const NEXT = `select ${CHAINED} from audit_entries where position > $1 order by position limit ${BATCH}`;
const BELOW_FIRST = "select position::float8 as position from audit_entries where position < 1 limit 1";

export interface AuditVerdict {
  /** The last valid entry, which also gives their number. */
  head: ChainHead;
  /** The first invalid entry. */
  problem: ChainFault | null;
}

export interface VerifyAudit {
  /** A head recorded earlier: it must still be in the chain. */
  expected: ChainHead | null;
  onProgress: (verified: number) => void;
}

/** Verifies the whole chain in order, and reports the first deviation. */
export async function verifyAudit(
  em: EntityManager,
  { expected, onProgress }: VerifyAudit,
): Promise<AuditVerdict> {
  let head = EMPTY;
  const [stray] = await queryRows<{ position: number }>(em, { sql: BELOW_FIRST, parameters: [] });
  if (stray !== undefined) {
    const fault = "its position precedes the first";
    return { head, problem: { position: stray.position, fault, reason: "before_first", values: {} } };
  }
  for (;;) {
    const entries = await queryRows<ChainedEntry>(em, { sql: NEXT, parameters: [head.position] });
    for (const entry of entries) {
      const problem = faultOf(head, entry, entryHash) ?? (expected && rewrittenSince(expected, entry));
      if (problem !== null) return { head, problem };
      head = { position: entry.position, hash: entry.hash };
    }
    onProgress(head.position);
    if (entries.length < BATCH) return { head, problem: expected && cutOffSince(expected, head) };
  }
}

/** The number of records waiting to be chained. */
export const countWaiting = (em: EntityManager): Promise<number> => countRows(em, AuditIntake, {});
