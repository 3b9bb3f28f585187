import { queryRows } from "../../platform/database/query-rows.ts";
import { invalid } from "../../platform/errors.ts";
import type { Actor } from "../actor.ts";
import type { CommandContext } from "../context.ts";
import { firstIdAt } from "../history/event-tail.ts";
import { lastOf } from "../last-of.rules.ts";
import { FAILED, recoverFailed } from "./delivery-states.ts";
import { readReceiver } from "./find-receiver.ts";
import { receivableEvents } from "./receivable-events.ts";
import { notifyBoth } from "./webhook-channels.ts";
import type { Webhook } from "./webhook.entity.ts";
import { DELIVERIES_KEPT_DAYS, earliestRecovery, takesKind } from "./webhook.rules.ts";

type Context = Pick<CommandContext, "em" | "clock">;

/** Of one request: events of all users are read, so it takes as long for a webhook that receives few of them. */
const BOUNDS = { batch: 1_000, batches: 50, deliveries: 10_000 };

/** The id of an event has its time; that of an earlier version was a bit later. */
const SLACK_MS = 60_000;

type Candidate = { id: string; kind: string; projectId: string | null; ownerId: string | null };

interface Span {
  since: Date;
  until: Date;
}

/** The next events in a period that the webhook did not get. */
const MISSED = `select e.id, e.kind, e.project_id as "projectId", e.owner_id as "ownerId" from events e
    left join webhook_deliveries d on d.event_id = e.id and d.webhook_id = $1::uuid
  where e.occurred_at between $2::timestamptz and $3::timestamptz and e.id > $4::uuid
    and e.published_at is not null and e.kind <> 'ping' and (d.id is null or d.${FAILED})
  order by e.id limit $5::int`;

/** For older events it is unknown whether they were delivered: all of them would be sent again. */
function requireKnown({ clock }: Context, { since, until }: Span): void {
  if (since > until) throw invalid({ field: "since", error: "must not be later than until" });
  const earliest = earliestRecovery(clock.now());
  if (since < earliest)
    throw invalid({
      field: "since",
      error: `must not be before ${earliest.toISOString()}: deliveries are kept for ${DELIVERIES_KEPT_DAYS} days`,
      reason: "delivery_log_ended",
      values: { days: DELIVERIES_KEPT_DAYS },
    });
}

/** Of these events, sends those again that the webhook may receive; returns their number. */
async function recoverBatch(
  ctx: Context,
  { webhook, receiver }: { webhook: Webhook; receiver: Actor },
  batch: readonly Candidate[],
): Promise<number> {
  const wanted = batch.filter(({ kind }) => takesKind(webhook.events, kind));
  const mayReceive = await receivableEvents(ctx.em, [{ actor: receiver, events: wanted }]);
  const deliveries = wanted
    .filter((event) => mayReceive(receiver, event, webhook.projectIds ?? null))
    .map(({ id, kind }) => ({ webhookId: webhook.id, eventId: id, kind }));
  return recoverFailed(ctx.em, deliveries, ctx.clock.now());
}

export interface RecoverInput {
  webhook: Webhook;
  since: Date;
  /** Now by default. */
  until?: Date | undefined;
  /** `continueAfter` of the previous request for the period. */
  after?: string | undefined;
}

export interface Recovered {
  deliveries: number;
  /** The last event read; null at the end of the period. */
  continueAfter: string | null;
}

/**
 * Sends failed deliveries again, and events from while the webhook was turned off or subscribed to other
 * kinds, in a period. Bounded: a long period needs several requests.
 */
export async function recoverDeliveries(
  ctx: Context,
  { webhook, since, until = ctx.clock.now(), after }: RecoverInput,
  bounds = BOUNDS,
): Promise<Recovered> {
  requireKnown(ctx, { since, until });
  const receiver = await readReceiver(ctx, webhook);
  const from = since > webhook.createdAt ? since : webhook.createdAt;
  let last = after ?? firstIdAt(from.getTime() - SLACK_MS);
  let [deliveries, isDone] = [0, false];
  for (let i = 0; i < bounds.batches && !isDone && deliveries + bounds.batch <= bounds.deliveries; i += 1) {
    const parameters = [webhook.id, from.toISOString(), until.toISOString(), last, bounds.batch];
    const batch = await queryRows<Candidate>(ctx.em, { sql: MISSED, parameters });
    isDone = batch.length < bounds.batch;
    if (batch.length === 0) break;
    last = lastOf(batch).id;
    deliveries += await recoverBatch(ctx, { webhook, receiver }, batch);
  }
  await ctx.em.execute(`select ${notifyBoth}`);
  return { deliveries, continueAfter: isDone ? null : last };
}
