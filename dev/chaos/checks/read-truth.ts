import type { Orm } from "../../../platform/database/orm.ts";

/** Rows read without any of the product's queries. */
export interface Truth {
  events: {
    id: string;
    kind: string;
    subject_id: string;
    project_id: string | null;
    actor_id: string | null;
    /** The user concerned, if it belongs to no project. */
    owner_id: string | null;
    data: Record<string, unknown>;
    /** Epoch milliseconds. */
    at: number;
  }[];
  audit: {
    position: number;
    id: string;
    action: string;
    subject_id: string | null;
    project_id: string | null;
    actor_id: string | null;
    request_id: string | null;
    data: Record<string, unknown>;
  }[];
  projects: {
    id: string;
    status: string;
    score: number;
    customer_id: string | null;
    auditor_id: string | null;
    demo: boolean;
  }[];
  team: { project_id: string; user_id: string }[];
  controls: {
    id: string;
    project_id: string;
    number: string;
    position: number;
    status: string;
    progress: number;
    required: number;
    approved: number;
    pending: number;
    not_applicable: boolean;
  }[];
  evidence: {
    id: string;
    project_id: string;
    control_id: string;
    status: string;
    chunking_status: string;
    tries: number;
    approved_unread: boolean;
    chunk_count: number;
    deleted: boolean;
    sha256: string;
  }[];
  /** Passages; a change of the title creates another revision. */
  chunks: { id: string; evidence_id: string }[];
  findings: { id: string; project_id: string; severity: string; status: string }[];
}

const SQL: Record<keyof Truth, string> = {
  events: `select id, kind, subject_id, project_id, actor_id, owner_id, data,
    (extract(epoch from occurred_at) * 1000)::float8 as at
    from events order by occurred_at, id`,
  audit: `select position::int, id, action, subject_id, project_id, actor_id, request_id, data
    from audit_entries order by position`,
  projects: "select id, status, compliance_score as score, customer_id, auditor_id, demo from projects",
  team: "select project_id, user_id from team_members",
  controls: `select id, project_id, number, position, status, progress, required_evidence as required,
    approved_evidence as approved, pending_evidence as pending, not_applicable from controls order by position`,
  evidence: `select id, project_id, control_id, status, chunking_status, ingestion_attempt as tries, approved_unread,
    chunk_count, deleted_at is not null as deleted,
    sha256 from evidence`,
  chunks: "select id, evidence_id from evidence_chunks",
  findings: "select id, project_id, severity, status from findings",
};

const HOUR_MS = 3_600_000;

/**
 * The time of an event by the machine's clock: that of the process that recorded it may have been an hour off. No run
 * lasts so long.
 */
function trueTime(at: number, since: number): number {
  if (at < since - HOUR_MS / 2) return at + HOUR_MS;
  return at > Date.now() + HOUR_MS / 2 ? at - HOUR_MS : at;
}

/** `since` is when a load under faults of clocks began, in epoch milliseconds. */
export async function readTruth(orm: Orm, since?: number): Promise<Truth> {
  const em = orm.em.fork();
  const truth: Partial<Record<keyof Truth, unknown>> = {};
  // In sequence, because the product under test needs the connections more.
  for (const name of Object.keys(SQL) as (keyof Truth)[]) truth[name] = await em.execute(SQL[name]);
  const read = truth as Truth;
  if (since === undefined) return read;
  for (const event of read.events) event.at = trueTime(event.at, since);
  return { ...read, events: read.events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)) };
}
