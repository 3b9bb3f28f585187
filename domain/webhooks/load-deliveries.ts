import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/query-rows.ts";
import type { Role } from "../users/user.rules.ts";
import {
  CREDENTIAL_JOINS,
  CREDENTIAL_RIGHTS,
  credentialEnded,
  type CredentialRights,
} from "./webhook-credential.ts";
import type { DeliveryStatus } from "./webhook.rules.ts";

/** A delivery with all that sending it takes. */
export interface DueDelivery {
  id: string;
  status: DeliveryStatus;
  attempts: number;
  /** Epoch milliseconds, as the other moments here. */
  createdAtMs: number;
  leasedUntilMs: number | null;
  nextAttemptAtMs: number | null;
  event: { id: string; kind: string; timestamp: string; data: unknown };
  told: { projectId: string | null; ownerId: string | null };
  webhook: {
    id: string;
    url: string;
    active: boolean;
    /** Sealed, the present one first. */
    secrets: string[];
    projectIds: string[] | null;
    failures: number;
    blockedUntilMs: number | null;
    /** The credential that made it has ended. */
    isOver: boolean;
    rights: CredentialRights;
  };
  owner: { id: string; role: Role; managerId: string | null; demoAllowed: boolean; active: boolean };
}

const msOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const LOAD = `select d.id, d.status, d.attempts, ${msOf("d.created_at")} as "createdAtMs",
    ${msOf("d.leased_until")} as "leasedUntilMs", ${msOf("d.next_attempt_at")} as "nextAttemptAtMs",
    json_build_object('id', e.id, 'kind', e.kind, 'timestamp',
      to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', e.data) as event,
    json_build_object('projectId', e.project_id, 'ownerId', e.owner_id) as told,
    json_build_object('id', w.id, 'url', w.url, 'active', w.active, 'projectIds', w.project_ids,
      'failures', w.failures, 'blockedUntilMs', ${msOf("w.blocked_until")},
      'isOver', ${credentialEnded("$2::timestamptz")}, 'rights', ${CREDENTIAL_RIGHTS},
      'secrets', case when w.previous_until > $2::timestamptz
        then json_build_array(w.secret, w.previous_secret) else json_build_array(w.secret) end) as webhook,
    json_build_object('id', u.id, 'role', u.role, 'managerId', u.manager_id, 'demoAllowed', u.demo_allowed,
      'active', u.active) as owner
  from webhook_deliveries d
    join events e on e.id = d.event_id
    join webhooks w on w.id = d.webhook_id
    join users u on u.id = w.owner_id
    ${CREDENTIAL_JOINS}
  where d.id = any($1::uuid[])`;

/** The deliveries that are still there. */
export const loadDeliveries = (
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<DueDelivery[]> =>
  queryRows<DueDelivery>(em, { sql: LOAD, parameters: [[...ids], now.toISOString()] });
