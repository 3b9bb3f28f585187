import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { WaitingWork } from "../waiting-work.ts";
import { only } from "../only.rules.ts";

/** The number of waiting items, and since when; null if there are none. */
export interface BacklogFigure {
  waiting: number;
  since: Date | null;
}

/** The waiting work of the whole service, by name. */
export type Backlog = Readonly<Record<string, BacklogFigure>>;

async function countOne(em: EntityManager, { rows }: WaitingWork): Promise<BacklogFigure> {
  const sql = `select count(*)::int as waiting, min(at) as since from (${rows}) one`;
  const rowsOf = queryRows<{ waiting: number; since: string | null }>(em, { sql, parameters: [] });
  const { waiting, since } = only(await rowsOf);
  return { waiting, since: since === null ? null : new Date(since) };
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
