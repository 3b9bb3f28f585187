import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";

/** The number of waiting items, and since when; null if there are none. */
export interface BacklogFigure {
  waiting: number;
  since: Date | null;
}

export interface Backlog {
  /** Events whose workflow has not been started. */
  events: BacklogFigure;
  /** Events whose receivers have not been determined. */
  publications: BacklogFigure;
  /** Deliveries that are pending or being retried. */
  deliveries: BacklogFigure;
  retries: BacklogFigure;
  /** Files being ingested or waiting for ingestion. */
  ingestions: BacklogFigure;
  /** Files that could not be read and were not replaced. */
  failedIngestions: BacklogFigure;
}

const CURRENT = "deleted_at is null and status not in ('superseded', 'quarantined')";

/** Uses partial indexes and, for evidence, the index of its counts. */
const SOURCES: Readonly<Record<keyof Backlog, string>> = {
  events: "occurred_at as at from events where dispatched_at is null",
  publications: "occurred_at as at from events where published_at is null",
  deliveries: "created_at as at from webhook_deliveries where status in ('pending', 'sending')",
  retries: "created_at as at from webhook_deliveries where status = 'retrying'",
  ingestions: `uploaded_at as at from evidence where chunking_status in ('PENDING', 'PROCESSING') and ${CURRENT}`,
  failedIngestions: `uploaded_at as at from evidence where chunking_status = 'FAILED' and ${CURRENT}`,
};

async function countOne(em: EntityManager, source: string): Promise<BacklogFigure> {
  const sql = `select count(*)::int as waiting, min(at) as since from (select ${source}) one`;
  const [row] = await queryRows<{ waiting: number; since: string | null }>(em, { sql, parameters: [] });
  return { waiting: row!.waiting, since: row!.since === null ? null : new Date(row!.since) };
}

/** The waiting work of the whole service. */
export async function readBacklog(em: EntityManager): Promise<Backlog> {
  const counted = await Promise.all(
    Object.entries(SOURCES).map(async ([name, source]) => [name, await countOne(em, source)] as const),
  );
  return Object.fromEntries(counted) as unknown as Backlog;
}
