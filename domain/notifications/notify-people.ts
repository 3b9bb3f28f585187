import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../platform/ids.ts";
import { readRows } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { Event } from "../events/event.entity.ts";
import { noticeOf, noticedKinds } from "../events/events-in-use.ts";
import type { PublishedEvent } from "../events/publish-events.ts";
import { loadRecipients, type EventNotice } from "./load-recipients.ts";

/** A project may be deleted in the meantime: its notifications are not written. */
const INSERT = `insert into notifications (id, user_id, event_id, kind, topic, project_id, created_at)
  select n.id, n.user_id, n.event_id, n.kind, n.topic, n.project_id, n.created_at
    from jsonb_to_recordset($1::jsonb) as n (id uuid, user_id uuid, event_id uuid, kind text, topic text,
      project_id uuid, created_at timestamptz)
    where n.project_id is null or exists (select from projects p where p.id = n.project_id)
  on conflict (user_id, event_id) do nothing`;

/** Writes a notification for every user who is notified of one of the events; each only once, even if repeated. */
export async function notifyPeople(
  em: EntityManager,
  published: readonly Pick<PublishedEvent, "id" | "kind">[],
): Promise<void> {
  const kinds = new Set(noticedKinds());
  const ids = published.filter(({ kind }) => kinds.has(kind)).map(({ id }) => id);
  if (ids.length === 0) return;
  const events = await readRows(em, Event, { where: { id: { $in: ids } }, orderBy: { id: "asc" } });
  const noticed = events.flatMap((event): EventNotice[] => {
    const notice = noticeOf(event);
    return notice === null ? [] : [{ event, notice }];
  });
  if (noticed.length === 0) return;
  const rows = (await loadRecipients(em, noticed)).flatMap(({ noticed: { event, notice }, users }) =>
    users.map((user) => ({
      id: newId(),
      user_id: user.id,
      event_id: event.id,
      kind: event.kind,
      topic: notice.topic,
      project_id: event.project?.id ?? null,
      created_at: event.occurredAt.toISOString(),
    })),
  );
  if (rows.length > 0) await queryRows(em, { sql: INSERT, parameters: [JSON.stringify(rows)] });
}
