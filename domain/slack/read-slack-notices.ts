import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { noticeOf, noticedKinds } from "../events/events-in-use.ts";
import type { PublishedEvent } from "../events/publish-events.ts";

interface Row {
  id: string;
  kind: string;
  data: Record<string, unknown>;
}

/** Events of demo projects are not sent, and none at all until Slack is configured and installed. */
const CANDIDATES = `select e.id, e.kind, e.data from events e left join projects p on p.id = e.project_id
  where e.id = any(array(select unnest($1::uuid[]))) and not coalesce(p.demo, false)
    and exists (select from integrations where kind = 'slack' and 'bot_token' = any(secret_names))
  order by e.id`;

/** The events that are sent to Slack. */
export async function readSlackNotices(
  em: EntityManager,
  events: readonly Pick<PublishedEvent, "id" | "kind">[],
): Promise<string[]> {
  const kinds = new Set(noticedKinds());
  const noticed = events.filter(({ kind }) => kinds.has(kind)).map(({ id }) => id);
  if (noticed.length === 0) return [];
  const rows = await queryRows<Row>(em, { sql: CANDIDATES, parameters: [noticed] });
  return rows.filter((row) => noticeOf(row)?.inChannels === true).map(({ id }) => id);
}
