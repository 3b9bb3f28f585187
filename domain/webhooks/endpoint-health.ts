import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { RELEASE_HEALTHY } from "./delivery-states.ts";
import { BREAKER_FAILURES, breakerMs } from "./webhook.rules.ts";

/** A webhook and the URL that was tried: failures of an earlier URL do not count for the current one. */
export interface WebhookEndpoint {
  id: string;
  url: string;
}

/** Resets failures, because the endpoint answers. Its waiting deliveries are sent at once. */
export async function recordHealthy(em: EntityManager, { id, url }: WebhookEndpoint): Promise<void> {
  await queryRows(em, {
    sql: `with healthy as (
        update webhooks set failures = 0, failing_since = null, blocked_until = null
          where id = $1 and url = $2 and (failures > 0 or blocked_until is not null) returning id),
      ${RELEASE_HEALTHY}`,
    parameters: [id, url],
  });
}

interface Failing {
  failures: number;
  since: Date;
}

/**
 * Simultaneous failures open the breaker once, for its shortest time; only a failed probe lengthens it.
 * Attempts that began before it opened do not count.
 */
const COUNT = `update webhooks set
    failures = case when $5::boolean then failures + 1
      when blocked_until > $3::timestamptz then failures
      else greatest(failures, least(failures + $2::int, ${BREAKER_FAILURES})) end,
    failing_since = coalesce(failing_since, $3::timestamptz)
  where id = $1 and url = $4
  returning failures, (extract(epoch from failing_since) * 1000)::float8 as since,
    coalesce(blocked_until > $3::timestamptz, false) as open`;

/**
 * Counts failed attempts of an endpoint, and opens its breaker after several. Returns how long it has been
 * failing.
 */
export async function recordFailing(
  em: EntityManager,
  { id, url }: WebhookEndpoint,
  { failed, isProbe, now }: { failed: number; isProbe: boolean; now: Date },
): Promise<Failing | null> {
  const [row] = await queryRows<{ failures: number; since: number; open: boolean }>(em, {
    sql: COUNT,
    parameters: [id, failed, now.toISOString(), url, isProbe],
  });
  if (row === undefined) return null;
  const pause = breakerMs(row.failures);
  if (pause !== null && (isProbe || !row.open))
    await queryRows(em, {
      sql: "update webhooks set blocked_until = $2::timestamptz where id = $1 and url = $3",
      parameters: [id, new Date(now.getTime() + pause).toISOString(), url],
    });
  return { failures: row.failures, since: new Date(row.since) };
}

/** Whether this attempt is the probe of the endpoint: there is only one. */
export async function takeProbe(
  em: EntityManager,
  { webhookId, now, untilMs }: { webhookId: string; now: Date; untilMs: number },
): Promise<boolean> {
  const rows = await queryRows(em, {
    sql: `update webhooks set blocked_until = $3::timestamptz
      where id = $1 and blocked_until <= $2::timestamptz returning id`,
    parameters: [webhookId, now.toISOString(), new Date(now.getTime() + untilMs).toISOString()],
  });
  return rows.length > 0;
}
