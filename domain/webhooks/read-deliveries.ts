import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { Role } from "../users/user.rules.ts";
import {
  CREDENTIAL_JOINS,
  CREDENTIAL_RIGHTS,
  credentialEnded,
  type CredentialRights,
} from "./webhook-credential.ts";
import type { DeliveryStatus } from "./webhook.rules.ts";

/** A delivery with everything needed to send it. */
export interface DueDelivery {
  id: string;
  status: DeliveryStatus;
  attempts: number;
  /** Epoch milliseconds, like the other times here. */
  createdAtMs: number;
  leasedUntilMs: number | null;
  event: { id: string; kind: string; timestamp: string; data: unknown };
  audience: { projectId: string | null; ownerId: string | null };
  webhook: {
    id: string;
    url: string;
    active: boolean;
    /** Encrypted, the current one first. */
    secrets: string[];
    projectIds: string[] | null;
    failures: number;
    blockedUntilMs: number | null;
    /** The credential that created the webhook has ended. */
    isOver: boolean;
    rights: CredentialRights;
  };
  owner: { id: string; role: Role; managerId: string | null; demoAllowed: boolean; active: boolean };
}

const msOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * One row: each event and each webhook is read once, however many of its deliveries are loaded. The ids are an
 * inner query, because PostgreSQL plans again for every array that it knows, which takes longer than reading.
 */
const LOAD = `with d as (select * from webhook_deliveries where id = any(array(select unnest($1::uuid[])))),
  events_of as (select json_object_agg(e.id, json_build_object(
      'event', json_build_object('id', e.id, 'kind', e.kind, 'timestamp',
        to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', e.data),
      'audience', json_build_object('projectId', e.project_id, 'ownerId', e.owner_id))) as all
    from events e where e.id in (select event_id from d)),
  webhooks_of as (select json_object_agg(w.id, json_build_object(
      'webhook', json_build_object('id', w.id, 'url', w.url, 'active', w.active, 'projectIds', w.project_ids,
        'failures', w.failures, 'blockedUntilMs', ${msOf("w.blocked_until")},
        'isOver', ${credentialEnded("$2::timestamptz")}, 'rights', ${CREDENTIAL_RIGHTS},
        'secrets', (select json_agg(s.secret order by s.place) from (
          select w.secret, 0 as place union all
          select one ->> 'secret', place from jsonb_array_elements(w.previous_secrets) with ordinality as p (one, place)
          where (one ->> 'until')::timestamptz > $2::timestamptz) as s)),
      'owner', json_build_object('id', u.id, 'role', u.role, 'managerId', u.manager_id,
        'demoAllowed', u.demo_allowed, 'active', u.active))) as all
    from webhooks w join users u on u.id = w.owner_id ${CREDENTIAL_JOINS}
    where w.id in (select webhook_id from d)),
  rows_of as (select json_agg(json_build_object('id', d.id, 'status', d.status, 'attempts', d.attempts,
      'createdAtMs', ${msOf("d.created_at")}, 'leasedUntilMs', ${msOf("d.leased_until")},
      'eventId', d.event_id, 'webhookId', d.webhook_id)) as all
    from d)
  select coalesce(rows_of.all, '[]') as rows, coalesce(events_of.all, '{}') as events,
      coalesce(webhooks_of.all, '{}') as webhooks
    from rows_of, events_of, webhooks_of`;

type Own = "id" | "status" | "attempts" | "createdAtMs" | "leasedUntilMs";

interface Loaded {
  rows: (Pick<DueDelivery, Own> & { eventId: string; webhookId: string })[];
  events: Record<string, Pick<DueDelivery, "event" | "audience">>;
  webhooks: Record<string, Pick<DueDelivery, "webhook" | "owner">>;
}

/** The deliveries that still exist. Those of one event, or to one webhook, share its object. */
export async function readDeliveries(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<DueDelivery[]> {
  const [loaded] = await queryRows<Loaded>(em, { sql: LOAD, parameters: [[...ids], now.toISOString()] });
  const { rows, events, webhooks } = loaded!;
  return rows.map(({ eventId, webhookId, ...row }) => ({
    ...row,
    ...events[eventId]!,
    ...webhooks[webhookId]!,
  }));
}
