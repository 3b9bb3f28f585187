import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { WaitingWork } from "../waiting-work.ts";

/** The number of waiting items, and since when; null if there are none. */
export interface BacklogFigure {
  waiting: number;
  since: Date | null;
}

/** The waiting work of the whole service, by name. */
export type Backlog = Readonly<Record<string, BacklogFigure>>;

async function countOne(em: EntityManager, { rows }: WaitingWork): Promise<BacklogFigure> {
  const sql = `select count(*)::int as waiting, min(at) as since from (${rows}) one`;
  const [row] = await queryRows<{ waiting: number; since: string | null }>(em, { sql, parameters: [] });
  return { waiting: row!.waiting, since: row!.since === null ? null : new Date(row!.since) };
}

/** Counts the waiting work of each kind. */
export async function readBacklog(
  em: EntityManager,
  kinds: Readonly<Record<string, WaitingWork>>,
): Promise<Backlog> {
  const counted = await Promise.all(
    Object.entries(kinds).map(async ([name, work]) => [name, await countOne(em, work)] as const),
  );
  return Object.fromEntries(counted);
}
