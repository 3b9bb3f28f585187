import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { PublishedEvent } from "../events/publish-events.ts";
import { readSlackNotices } from "./read-slack-notices.ts";

const WRITE = `insert into slack_notices (event_id) select unnest($1::uuid[]) on conflict do nothing`;
const WAITING = `select event_id as id from slack_notices where event_id <> all($2::uuid[])
  order by event_id limit $1::int`;
const STARTED = `delete from slack_notices where event_id = any($1::uuid[])`;

/** Remembers which of the events go to Slack; returns whether any does. */
export async function writeSlackNotices(
  em: EntityManager,
  events: readonly Pick<PublishedEvent, "id" | "kind">[],
): Promise<boolean> {
  const ids = await readSlackNotices(em, events);
  if (ids.length > 0) await queryRows(em, { sql: WRITE, parameters: [ids] });
  return ids.length > 0;
}

/** The oldest events whose workflow is not started yet. */
export async function waitingSlackNotices(
  em: EntityManager,
  limit: number,
  except: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(em, { sql: WAITING, parameters: [limit, [...except]] });
  return rows.map(({ id }) => id);
}

/** Their workflows are started, or given up. */
export const endSlackNotices = (em: EntityManager, ids: readonly string[]): Promise<unknown> =>
  queryRows(em, { sql: STARTED, parameters: [ids] });
