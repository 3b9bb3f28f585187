import type { EntityManager } from "@mikro-orm/postgresql";
import { countRows } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { AuditIntake } from "./audit-intake.entity.ts";
import { EMPTY, faultOf, type ChainedEntry, type ChainHead } from "./audit-chain.rules.ts";
import { CHAINED } from "./chain-audit.ts";
import { entryHash } from "./entry-hash.ts";

const BATCH = 1_000;
const NEXT = `select ${CHAINED} from audit_entries where position > $1 order by position limit ${BATCH}`;
const BELOW_FIRST = "select position::float8 as position from audit_entries where position < 1 limit 1";

export interface AuditVerdict {
  /** The last valid entry, which also gives their number. */
  head: ChainHead;
  /** The first invalid entry. */
  problem: { position: number; fault: string } | null;
}

export interface VerifyAudit {
  /** A head recorded earlier: it must still be in the chain. */
  expected: ChainHead | null;
  onProgress: (verified: number) => void;
}

const rewritten = (expected: ChainHead, { position, hash }: ChainHead) =>
  position === expected.position && hash !== expected.hash
    ? { position, fault: "its hash differs from the recorded head: the chain was rewritten" }
    : null;

/** Entries removed at the end leave no gap: only a recorded head reveals it. */
const truncated = (expected: ChainHead | null, head: ChainHead) =>
  expected !== null && expected.position > head.position
    ? {
        position: head.position + 1,
        fault: `the chain ends before position ${expected.position}, the recorded head: its end is missing`,
      }
    : null;

/** Verifies the whole chain in order, and reports the first deviation. */
export async function verifyAudit(
  em: EntityManager,
  { expected, onProgress }: VerifyAudit,
): Promise<AuditVerdict> {
  let head = EMPTY;
  const [stray] = await queryRows<{ position: number }>(em, { sql: BELOW_FIRST, parameters: [] });
  if (stray !== undefined)
    return { head, problem: { position: stray.position, fault: "its position precedes the first" } };
  for (;;) {
    const entries = await queryRows<ChainedEntry>(em, { sql: NEXT, parameters: [head.position] });
    for (const entry of entries) {
      const problem = faultOf(head, entry, entryHash) ?? (expected && rewritten(expected, entry));
      if (problem !== null) return { head, problem };
      head = { position: entry.position, hash: entry.hash };
    }
    onProgress(head.position);
    if (entries.length < BATCH) return { head, problem: truncated(expected, head) };
  }
}

/** The number of records waiting to be chained. */
export const countWaiting = (em: EntityManager): Promise<number> => countRows(em, AuditIntake, {});
