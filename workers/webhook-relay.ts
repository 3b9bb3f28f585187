import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import {
  claimDeliveries,
  claimOverdue,
  releaseDeliveries,
  type ClaimedDelivery,
} from "../domain/webhooks/claim-deliveries.ts";
import { runAsSystem } from "../activities/run-as-system.ts";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import { fanOut, type AlsoTell } from "../domain/webhooks/fan-out.ts";
import { handOver } from "../domain/webhooks/record-attempts.ts";
import { stopEnded } from "../domain/webhooks/stop-ended.ts";
import { REDELIVER, deliveryWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/orm.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal.ts";
import type { Wake } from "../platform/listen.ts";
import { deliveryAttributes } from "../workflows/webhooks/delivery-attributes.ts";
import type { DispatchWebhooksInput } from "../workflows/dispatch-webhooks.ts";
import { createOwnerShares, type OwnerShares } from "./owner-shares.ts";

export interface WebhookRelayDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  logger: Logger;
  /** Who else is told of events. */
  alsoTell?: AlsoTell | undefined;
}

/** The fallback when no notification comes. */
export const WEBHOOK_POLL_MS = 1_000;
/** While somebody's share is in hand: there is room as soon as some of it arrives, and nobody tells. */
const FULL_POLL_MS = 50;
const OVERDUE_EVERY_MS = 60_000;
const EVENTS = 200;
const CLAIM = 250;
const ALONE_AT_ONCE = 8;
/** First tries that travel together. */
const TOGETHER = 50;

/** Deliveries in lots of at most `TOGETHER`, each by endpoint. */
function lotsOf(deliveries: readonly ClaimedDelivery[], leasedUntil: Date): DispatchWebhooksInput[] {
  const lots: DispatchWebhooksInput[] = [];
  for (let from = 0; from < deliveries.length; from += TOGETHER) {
    const lot = Map.groupBy(deliveries.slice(from, from + TOGETHER), ({ webhookId }) => webhookId);
    const groups = [...lot].map(([webhookId, some]) => ({
      webhookId,
      deliveries: some.map(({ id, kind }) => ({ id, kind })),
    }));
    lots.push({ groups, leasedUntilMs: leasedUntil.getTime() });
  }
  return lots;
}

async function dispatch({ temporal, taskQueue }: WebhookRelayDeps, lot: DispatchWebhooksInput) {
  const workflowId = `webhooks-${lot.groups[0]!.deliveries[0]!.id}-${lot.leasedUntilMs}`;
  const described = summarize("dispatchWebhooks");
  await temporal.workflow.start("dispatchWebhooks", { workflowId, taskQueue, args: [lot], ...described });
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
    ...summarize("deliverWebhook"),
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

type Started = { ids: string[]; start: () => Promise<void> };

/** Starts all; what could not be started is given back at once, and then the first failure is thrown. */
async function startAll(
  deps: WebhookRelayDeps,
  wanted: readonly Started[],
  leasedUntil: Date,
): Promise<void> {
  const results = await deps.temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
    Promise.allSettled(wanted.map(({ start }) => start())),
  );
  const failed = wanted.filter((_, at) => results[at]!.status === "rejected").flatMap(({ ids }) => ids);
  if (failed.length === 0) return;
  await releaseDeliveries(deps.orm.em.fork(), failed, leasedUntil);
  throw results.find((result) => result.status === "rejected")!.reason;
}

async function sendTogether(
  deps: WebhookRelayDeps,
  deliveries: readonly ClaimedDelivery[],
  leasedUntil: Date,
): Promise<void> {
  const lots = lotsOf(deliveries, leasedUntil).map((lot) => ({
    ids: lot.groups.flatMap((group) => group.deliveries.map(({ id }) => id)),
    start: () => dispatch(deps, lot),
  }));
  await startAll(deps, lots, leasedUntil);
}

/** A few at a time: endpoints that do not do well are many workflows, which must not keep Temporal from the others. */
async function sendEachAlone(
  deps: WebhookRelayDeps,
  deliveries: readonly ClaimedDelivery[],
  leasedUntil: Date,
): Promise<void> {
  for (let from = 0; from < deliveries.length; from += ALONE_AT_ONCE) {
    const handedOver: string[] = [];
    const some = deliveries.slice(from, from + ALONE_AT_ONCE).map((delivery) => ({
      ids: [delivery.id],
      start: async () => {
        await sendAlone(deps, delivery);
        handedOver.push(delivery.id);
      },
    }));
    try {
      await startAll(deps, some, leasedUntil);
    } finally {
      await handOver(deps.orm.em.fork(), handedOver, deps.clock.now());
    }
  }
}

/** What a round found out. */
export interface Round {
  /** When to look again: at once, soon, or when there is something new. */
  next: "now" | "soon" | "woken";
  /** Sends on their way those that go alone; nobody else need wait for it. */
  sendAlone: () => Promise<void>;
}

/**
 * In turn over endpoints and projects a round may take little while much waits. Where a share is in hand, looking at
 * once would only find the few that have just arrived, and make a workflow for them.
 */
const nextOf = (taken: number, isFull: boolean): Round["next"] =>
  isFull ? "soon" : taken > 0 ? "now" : "woken";

/** One round: says who is told of new events, and sends what waits on its way, but for what goes alone. */
export async function relayWebhooksOnce(
  deps: WebhookRelayDeps,
  shares: OwnerShares = createOwnerShares(),
): Promise<Round> {
  const { orm, clock, alsoTell } = deps;
  const events = await fanOut(orm.em.fork(), { limit: EVENTS, now: clock.now(), alsoTell });
  // One of them may have ended a credential.
  if (events > 0) await runAsSystem(deps, stopEnded);
  const { deliveries, owners, leasedUntil, isFull } = await claimDeliveries(orm.em.fork(), {
    limit: CLAIM,
    now: clock.now(),
    share: shares.each(),
  });
  shares.note(owners);
  const alone = deliveries.filter((delivery) => delivery.alone);
  const together = deliveries.filter((delivery) => !delivery.alone);
  await sendTogether(deps, together, leasedUntil).catch(async (error: unknown) => {
    const ids = alone.map(({ id }) => id);
    await releaseDeliveries(orm.em.fork(), ids, leasedUntil);
    throw error;
  });
  return {
    next:
      events === EVENTS || deliveries.length === CLAIM ? "now" : nextOf(events + deliveries.length, isFull),
    sendAlone: () => sendEachAlone(deps, alone, leasedUntil),
  };
}

/** Makes sure that what should long have been tried again has its workflow: none is forgotten, whatever broke. */
export async function restartOverdue(deps: WebhookRelayDeps): Promise<void> {
  const overdue = await claimOverdue(deps.orm.em.fork(), { limit: CLAIM, now: deps.clock.now() });
  await deps.temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
    Promise.all(overdue.map((delivery) => sendAlone(deps, delivery))),
  );
}

/** Tells webhooks what happened, until `signal` says stop. Several may run: each row is in one hand at a time. */
export async function runWebhookRelay(
  deps: WebhookRelayDeps,
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  const { logger } = deps;
  const shares = createOwnerShares();
  let overdueAt = 0;
  let lagging = Promise.resolve();
  const warn = (error: unknown): void =>
    logger.warn({ err: error }, "webhooks could not be told; the next try follows");

  async function round(): Promise<Round["next"]> {
    const { next, sendAlone: send } = await relayWebhooksOnce(deps, shares);
    lagging = lagging.then(send).catch(warn);
    if (performance.now() < overdueAt) return next;
    // Nothing happens when a key expires.
    await runAsSystem(deps, stopEnded);
    await restartOverdue(deps);
    overdueAt = performance.now() + OVERDUE_EVERY_MS;
    return next;
  }

  while (!signal.aborted) {
    const woken = wake.next(WEBHOOK_POLL_MS, signal);
    const next = await round().catch((error: unknown) => {
      warn(error);
      return "woken" as const;
    });
    if (next === "woken") await woken;
    if (next === "soon") await Promise.race([woken, sleep(FULL_POLL_MS)]);
  }
  await lagging;
}
