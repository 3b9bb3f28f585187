import type { Client } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import { claimDeliveries, type ClaimedDelivery } from "../domain/webhooks/claim-deliveries.ts";
import { fanOut } from "../domain/webhooks/fan-out.ts";
import { handOver } from "../domain/webhooks/record-attempts.ts";
import { REDELIVER, deliveryWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/orm.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal.ts";
import type { Wake } from "../platform/listen.ts";
import { deliveryAttributes } from "../workflows/delivery-attributes.ts";
import type { DispatchWebhooksInput } from "../workflows/dispatch-webhooks.ts";

export interface WebhookRelayDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  logger: Logger;
}

/** The fallback when no notification comes. */
export const WEBHOOK_POLL_MS = 1_000;
const EVENTS = 500;
const CLAIM = 250;
/** First tries that travel together. */
const TOGETHER = 50;

/** Deliveries in lots of at most `TOGETHER`, each by endpoint. */
function lotsOf(deliveries: readonly ClaimedDelivery[]): DispatchWebhooksInput[] {
  const lots: DispatchWebhooksInput[] = [];
  for (let from = 0; from < deliveries.length; from += TOGETHER) {
    const lot = Map.groupBy(deliveries.slice(from, from + TOGETHER), ({ webhookId }) => webhookId);
    const groups = [...lot].map(([webhookId, some]) => ({
      webhookId,
      deliveries: some.map(({ id, kind }) => ({ id, kind })),
    }));
    lots.push({ groups });
  }
  return lots;
}

async function dispatch({ temporal, taskQueue, clock }: WebhookRelayDeps, lot: DispatchWebhooksInput) {
  const workflowId = `webhooks-${lot.groups[0]!.deliveries[0]!.id}-${clock.now().getTime()}`;
  await temporal.workflow.start("dispatchWebhooks", { workflowId, taskQueue, args: [lot] });
}

/** Starts the workflow of one delivery, or tells the one there is that somebody asks for it now. */
async function sendAlone(
  { temporal, taskQueue }: WebhookRelayDeps,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { id, kind, webhookId, requested } = delivery;
  const options = {
    workflowId: deliveryWorkflowId(id),
    taskQueue,
    args: [{ deliveryId: id, waitMs: 0 }],
    typedSearchAttributes: deliveryAttributes({ webhookId, kind, attempt: 1 }),
  };
  if (requested)
    return void (await temporal.workflow.signalWithStart("deliverWebhook", {
      ...options,
      signal: REDELIVER,
      signalArgs: [],
    }));
  try {
    await temporal.workflow.start("deliverWebhook", options);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** One round: says who is told of new events, and sends what waits on its way. Answers whether more is waiting. */
export async function relayWebhooksOnce(deps: WebhookRelayDeps): Promise<boolean> {
  const { orm, clock, temporal } = deps;
  const events = await fanOut(orm.em.fork(), { limit: EVENTS, now: clock.now() });
  const claimed = await claimDeliveries(orm.em.fork(), { limit: CLAIM, now: clock.now() });
  if (claimed.length === 0) return events === EVENTS;
  const [alone, together] = [
    claimed.filter((delivery) => delivery.alone),
    claimed.filter((delivery) => !delivery.alone),
  ];
  await temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, async () => {
    await Promise.all(lotsOf(together).map((lot) => dispatch(deps, lot)));
    await Promise.all(alone.map((delivery) => sendAlone(deps, delivery)));
  });
  if (alone.length > 0)
    await handOver(
      orm.em.fork(),
      alone.map(({ id }) => id),
    );
  return events === EVENTS || claimed.length === CLAIM;
}

/** Tells webhooks what happened, until `signal` says stop. Several may run: each row is in one hand at a time. */
export async function runWebhookRelay(
  deps: WebhookRelayDeps,
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const woken = wake.next(WEBHOOK_POLL_MS, signal);
    const more = await relayWebhooksOnce(deps).catch((error: unknown) => {
      deps.logger.warn({ err: error }, "webhooks could not be told; the next try follows");
      return false;
    });
    if (!more) await woken;
  }
}
