import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { EMPTY, type ChainedEntry, type ChainedFields, type ChainHead } from "./audit-chain.rules.ts";
import { entryHash } from "./entry-hash.ts";

export const CHAIN_BATCH = 500;
/** An arbitrary number that no other advisory lock of the database uses. */
const CHAIN_LOCK = 7_019;

/** Times as text, because Date has no microseconds. */
const WHEN = `to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at`;
const OWN_FIELDS = `id, ${WHEN}, actor_id, actor_role, credential, address, action, subject_kind, subject_id, project_id, data, request_id`;
/** An entry as hashed, and its hash. */
export const CHAINED = `position::float8 as position, ${OWN_FIELDS}, previous_hash, hash`;

const TAKE = `with next as (select id from audit_intake order by occurred_at, id limit $1),
  taken as (delete from audit_intake where id in (select id from next) returning *)
  select ${OWN_FIELDS} from taken order by taken.occurred_at, taken.id`;

const APPEND = `insert into audit_entries (position, id, occurred_at, actor_id, actor_role, credential, address, action,
    subject_kind, subject_id, project_id, data, request_id, previous_hash, hash)
  select position, id, occurred_at, actor_id, actor_role, credential, address, action,
    subject_kind, subject_id, project_id, data, request_id, previous_hash, hash
  from jsonb_populate_recordset(null::audit_entries, $1::jsonb)`;

const HEAD = "select position::float8 as position, hash from audit_entries order by position desc limit 1";

type UnchainedFields = Omit<ChainedFields, "position" | "previous_hash">;

function linked(head: ChainHead, waiting: readonly UnchainedFields[]): ChainedEntry[] {
  let { position, hash } = head;
  return waiting.map((row) => {
    const fields = { ...row, position: (position += 1), previous_hash: hash };
    hash = entryHash(fields);
    return { ...fields, hash };
  });
}

/**
 * Appends waiting records to the audit log, oldest first; returns their number. Taking and appending happen
 * in one transaction, so nothing is lost or duplicated; if another process is already appending, does
 * nothing.
 */
export const chainAudit = (em: EntityManager, limit = CHAIN_BATCH): Promise<number> =>
  em.fork().transactional(async (inner) => {
    const sql = "select pg_try_advisory_xact_lock($1) as mine";
    const [lock] = await queryRows<{ mine: boolean }>(inner, { sql, parameters: [CHAIN_LOCK] });
    if (lock?.mine !== true) return 0;
    const waiting = await queryRows<UnchainedFields>(inner, { sql: TAKE, parameters: [limit] });
    if (waiting.length === 0) return 0;
    const [head = EMPTY] = await queryRows<ChainHead>(inner, { sql: HEAD, parameters: [] });
    const entries = JSON.stringify(linked(head, waiting));
    await queryRows(inner, { sql: APPEND, parameters: [entries] });
    return waiting.length;
  });
