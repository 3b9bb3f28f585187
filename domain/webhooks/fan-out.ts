import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../platform/ids.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { DELIVERIES_CHANNEL } from "./webhook-channels.ts";
import { EVENT_ABOUT } from "../events/event.entity.ts";
import type { Role } from "../users/user.rules.ts";
import { receivableEvents } from "./receivable-events.ts";
import {
  CREDENTIAL_JOINS,
  CREDENTIAL_RIGHTS,
  credentialEnded,
  receiverOf,
  type CredentialRights,
} from "./webhook-credential.ts";
import { takesKind } from "./webhook.rules.ts";

interface PendingEvent {
  id: string;
  kind: string;
  projectId: string | null;
  ownerId: string | null;
  /** Epoch milliseconds. */
  occurredAt: number;
}

interface Subscriber {
  id: string;
  events: string[];
  projectIds: string[] | null;
  createdAt: number;
  ownerId: string;
  role: Role;
  managerId: string | null;
  demoAllowed: boolean;
  rights: CredentialRights;
}

/** Considered of each project, however many others wait. */
const HEAD_MIN = 8;

/** The oldest of each project in turn, so that no project waits behind another's import. */
const CLAIM = `with recursive abouts as (
    (select ${EVENT_ABOUT} as about from events where published_at is null order by about limit 1)
    union all
    select (select ${EVENT_ABOUT} from events
        where published_at is null and ${EVENT_ABOUT} > abouts.about order by ${EVENT_ABOUT} limit 1)
      from abouts where abouts.about is not null)
  select head.id, kind, project_id as "projectId", owner_id as "ownerId",
      (extract(epoch from occurred_at) * 1000)::float8 as "occurredAt"
    from abouts cross join lateral (
      select *, row_number() over (order by id) as nth from (
        select id, kind, project_id, owner_id, occurred_at from events
          where published_at is null and ${EVENT_ABOUT} = abouts.about
          order by id limit greatest(${HEAD_MIN}, 2 * $1::int / (select count(*)::int from abouts))
          for update skip locked) mine) head
    order by nth, id limit $1::int`;

const SUBSCRIBERS = `select w.id, w.events, w.project_ids as "projectIds", ${CREDENTIAL_RIGHTS} as rights,
    (extract(epoch from w.created_at) * 1000)::float8 as "createdAt", w.owner_id as "ownerId", u.role, u.manager_id as "managerId", u.demo_allowed as "demoAllowed"
  from webhooks w join users u on u.id = w.owner_id ${CREDENTIAL_JOINS}
  where w.active and u.active and not ${credentialEnded("$1::timestamptz")}`;

/** The command that requested a `ping` created its one delivery. */
const takes = ({ events, createdAt }: Subscriber, event: PendingEvent): boolean =>
  event.kind !== "ping" && event.occurredAt >= createdAt && takesKind(events, event.kind);

/** Webhooks of the same owner with the same rights receive the same events. */
const receivingAs = ({ ownerId, rights }: Subscriber): string => `${ownerId} ${JSON.stringify(rights)}`;

/** The receivers of each event. */
async function deliveriesFor(em: EntityManager, events: readonly PendingEvent[], now: Date) {
  const subscribers = await queryRows<Subscriber>(em, { sql: SUBSCRIBERS, parameters: [now.toISOString()] });
  const rows: { id: string; webhook_id: string; event_id: string; kind: string }[] = [];
  const asked = [...Map.groupBy(subscribers, receivingAs).values()].flatMap((webhooks) => {
    const wanted = events.filter((event) => webhooks.some((webhook) => takes(webhook, event)));
    const actor = receiverOf({ ...webhooks[0]!, id: webhooks[0]!.ownerId }, webhooks[0]!.rights);
    return wanted.length === 0 ? [] : [{ actor, webhooks, events: wanted }];
  });
  const mayReceive = await receivableEvents(em, asked);
  for (const { actor, webhooks, events: wanted } of asked)
    for (const webhook of webhooks)
      for (const event of wanted)
        if (takes(webhook, event) && mayReceive(actor, event, webhook.projectIds))
          rows.push({ id: newId(), webhook_id: webhook.id, event_id: event.id, kind: event.kind });
  return rows;
}

/** Notifies further receivers in the same round. If it throws, the events are left for the next round. */
export type NotifyOthers = (em: EntityManager, eventIds: readonly string[]) => Promise<void>;

interface FanOut {
  limit: number;
  now: Date;
  notifyOthers?: NotifyOthers | undefined;
}

/**
 * Writes the deliveries of the next events that have none yet, in one transaction: several relays share the
 * work, and each event is processed once. Returns the number of events.
 */
export const fanOut = (em: EntityManager, { limit, now, notifyOthers }: FanOut): Promise<number> =>
  em.transactional(async (inner) => {
    const events = await queryRows<PendingEvent>(inner, { sql: CLAIM, parameters: [limit] });
    if (events.length === 0) return 0;
    const rows = await deliveriesFor(inner, events, now);
    if (rows.length > 0)
      await queryRows(inner, {
        sql: `insert into webhook_deliveries
            (id, webhook_id, event_id, kind, status, attempts, requested, created_at)
          select r.id, r.webhook_id, r.event_id, r.kind, 'pending', 0, false, $2
            from jsonb_to_recordset($1::jsonb) as r (id uuid, webhook_id uuid, event_id uuid, kind text)
            join webhooks w on w.id = r.webhook_id
          on conflict (webhook_id, event_id) do nothing`,
        parameters: [JSON.stringify(rows), now.toISOString()],
      });
    await notifyOthers?.(
      inner,
      events.map(({ id }) => id),
    );
    await queryRows(inner, {
      sql: `with published as (
          update events set published_at = $1 where id = any($2::uuid[]) returning 1)
        select pg_notify('${DELIVERIES_CHANNEL}', '') from published limit 1`,
      parameters: [now.toISOString(), events.map(({ id }) => id)],
    });
    return events.length;
  });
