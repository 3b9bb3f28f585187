import { cancellationSignal } from "@temporalio/activity";
import type { AttemptResult } from "../../domain/webhooks/attempt.rules.ts";
import { takeProbe } from "../../domain/webhooks/endpoint-health.ts";
import { showProgress } from "../show-progress.ts";
import { type DueDelivery, readDeliveries } from "../../domain/webhooks/read-deliveries.ts";
import { cancelDeliveries, findNextAttempt, recordAttempts } from "../../domain/webhooks/delivery-states.ts";
import { createEndpointSlots } from "./endpoint-slots.ts";
import { createFirstTries, DEFER_MS, deferMs } from "./first-tries.ts";
import { recordHealth } from "./record-health.ts";
import type { SendingProgress } from "./in-flight.ts";
import { createSending } from "./send-waiting.ts";
import { stillReceivable } from "./still-receivable.ts";
import { tryDelivery } from "./try-delivery.ts";
import type { WebhookDeps } from "./webhook-deps.ts";
import { batched } from "./batched.ts";

/** The result of one step of a delivery's own workflow. */
export type DeliveryStep =
  | { outcome: "delivered" | "dead" | "cancelled" }
  | { outcome: "failed" | "deferred"; attempts: number; waitMs: number };

/** Longer than an attempt takes, so that no second one probes the endpoint. */
const PROBE_MS = 20_000;

interface Turn {
  /** How long the circuit breaker delays the attempt; 0 if it may proceed. */
  waitMs: number;
  /** Whether the attempt probes an endpoint with an open breaker. */
  isProbe: boolean;
}

/** A requested attempt ignores the breaker. */
async function turnOf(deps: WebhookDeps, { webhook }: DueDelivery, requested: boolean): Promise<Turn> {
  if (requested || webhook.blockedUntilMs === null) return { waitMs: 0, isProbe: false };
  const now = deps.clock.now();
  const left = webhook.blockedUntilMs - now.getTime();
  if (left > 0) return { waitMs: left + deps.random() * DEFER_MS, isProbe: false };
  const em = deps.orm.em.fork();
  const isProbe = await takeProbe(em, { webhookId: webhook.id, now, untilMs: PROBE_MS });
  return { waitMs: isProbe ? 0 : deferMs(deps.random), isProbe };
}

const BATCHES_AT_ONCE = 50;

/**
 * Reads and writes deliveries. Batches for many endpoints do so at the same time; combined, that is one
 * statement instead of many.
 */
function createDeliveryRows({ orm, clock }: Pick<WebhookDeps, "orm" | "clock">) {
  return {
    load: batched(async (batches: readonly (readonly string[])[]): Promise<DueDelivery[][]> => {
      const found = await readDeliveries(orm.em.fork(), batches.flat(), clock.now());
      const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
      return batches.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
    }, BATCHES_AT_ONCE),
    write: batched(async (batches: readonly (readonly AttemptResult[])[]): Promise<true[]> => {
      await recordAttempts(
        orm.em.fork(),
        batches.flat().map(({ record }) => record),
      );
      return batches.map(() => true);
    }, BATCHES_AT_ONCE),
  };
}

interface Tools extends WebhookDeps {
  inSlot: ReturnType<typeof createEndpointSlots>;
  rows: ReturnType<typeof createDeliveryRows>;
}

/**
 * What an earlier try of this step recorded: its answer was lost, and the next attempt has its time. Null if it
 * recorded nothing.
 */
async function recordedStep(tools: Tools, { status, attempts }: DueDelivery): Promise<DeliveryStep | null> {
  const { id, isRepeated } = tools.step();
  const recorded = isRepeated ? await findNextAttempt(tools.orm.em.fork(), id) : null;
  if (recorded === null) return null;
  const { nextAttemptAtMs } = recorded;
  if (status === "dead" || nextAttemptAtMs === null) return { outcome: "dead" };
  const waitMs = Math.max(0, Math.round(nextAttemptAtMs - tools.clock.now().getTime()));
  return { outcome: "failed", attempts, waitMs };
}

async function oneTurn(tools: Tools, deliveryId: string, requested: boolean): Promise<DeliveryStep> {
  const { orm, inSlot, rows } = tools;
  const [delivery] = await rows.load([deliveryId]);
  if (delivery === undefined) return { outcome: "cancelled" };
  if (delivery.status === "delivered") return { outcome: "delivered" };
  // An attempt of this step whose answer was lost; a requested one may follow it.
  if (delivery.status === "dead" && !requested) return { outcome: "dead" };
  const recorded = await recordedStep(tools, delivery);
  if (recorded !== null) return recorded;
  if ((await stillReceivable(tools, [delivery])).length === 0) {
    await cancelDeliveries(orm.em.fork(), [deliveryId]);
    return { outcome: "cancelled" };
  }
  const { attempts, webhook } = delivery;
  const deferred = (waitMs: number) =>
    ({ outcome: "deferred", attempts, waitMs: Math.round(waitMs) }) as const;
  const { waitMs, isProbe } = await turnOf(tools, delivery, requested);
  if (waitMs > 0) return deferred(waitMs);
  const made = await inSlot(webhook.id, () => tryDelivery(tools, tools.later, delivery));
  if (made === null) return deferred(deferMs(tools.random));
  const tried = { ...made, record: { ...made.record, id: tools.step().id } };
  await rows.write([tried]);
  await recordHealth(tools, webhook, [tried], isProbe);
  if (tried.outcome === "delivered") return { outcome: "delivered" };
  if (tried.waitMs === null) return { outcome: "dead" };
  return { outcome: "failed", attempts: attempts + 1, waitMs: tried.waitMs };
}

/** The result of a run of `sendWaiting`. */
export type SendingEnd = SendingProgress & { isOver: boolean };

const NOTHING: SendingEnd = { claimed: 0, settled: 0, retrying: 0, isOver: true };

function createSendWaiting(tools: WebhookDeps & Pick<Tools, "inSlot">) {
  const tryAll = createFirstTries(tools, ({ delivery, retry }) => {
    const { webhook, event } = delivery;
    return tools.startOwn({ ...retry!, webhookId: webhook.id, kind: event.kind, requested: false });
  });
  const { sending, stopping } = tools;
  return async (): Promise<SendingEnd> => {
    if (sending.isRunning) return NOTHING;
    sending.isRunning = true;
    const { progress, run } = createSending({ ...tools, tryAll });
    try {
      showProgress(() => ({ ...progress }));
      const end = await run(AbortSignal.any([stopping, cancellationSignal()]));
      return { ...progress, isOver: end === "idle" };
    } finally {
      sending.isRunning = false;
    }
  };
}

/**
 * Sends webhooks. An attempt that was not recorded is repeated: receivers recognise it by its `webhook-id`.
 */
export function createWebhookActivities(deps: WebhookDeps) {
  const inSlot = createEndpointSlots();
  const tools = { ...deps, inSlot, rows: createDeliveryRows(deps) };
  return {
    /** Sends deliveries while some are waiting; heartbeats show the progress. Runs once at a time in a process. */
    sendWaiting: createSendWaiting({ ...deps, inSlot }),

    /** One step of a delivery's own workflow. `requested` sends it now, whatever the state of the endpoint. */
    tryDelivery: (deliveryId: string, requested: boolean): Promise<DeliveryStep> =>
      oneTurn(tools, deliveryId, requested),
  };
}
