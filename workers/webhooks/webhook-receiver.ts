import type { Client } from "@temporalio/client";
import { runAsSystem } from "../../activities/run-as-system.ts";
import type { SendingHere, StartOwn } from "../../activities/webhooks/webhook-deps.ts";
import { isAnyWaiting } from "../../domain/webhooks/claim-deliveries.ts";
import { claimOverdue } from "../../domain/webhooks/delivery-states.ts";
import { writeDeliveries } from "../../domain/webhooks/write-deliveries.ts";
import { isAnyEnded, stopEnded } from "../../domain/webhooks/stop-ended.ts";
import type { Clock } from "../../platform/clock.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { slicesOf } from "../../retrieval/embedding/slices-of.rules.ts";
import { startOnce } from "../../runtime/start-workflow.ts";
import type { EventReceiver } from "../event-relay.ts";

export interface WebhookReceiverDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  startOwn: StartOwn;
  sending: SendingHere;
}

const OVERDUE_EVERY_MS = 60_000;
/** At most this often, because the check would delay the deliveries of the same events. */
const ENDED_EVERY_MS = 1_000;
const OVERDUE = 250;
const OVERDUE_AT_ONCE = 8;

/**
 * Makes sure that waiting deliveries are sent: by this process or, if its activity moves, by another worker.
 */
function createSendingStarter({ orm, temporal, taskQueue, clock, sending }: WebhookReceiverDeps) {
  const workflowId = `webhooks-${newId()}`;
  return async (): Promise<void> => {
    if (sending.isRunning || !(await isAnyWaiting(orm.em.fork(), clock.now()))) return;
    await startOnce(temporal, "dispatchWebhooks", { workflowId, taskQueue, args: [] });
  };
}

/**
 * Makes sure that overdue retries have their workflow, whatever failed: none is forgotten. One that cannot be started
 * delays no other; throws its error at the end.
 */
export async function restartOverdue({ orm, clock, startOwn }: WebhookReceiverDeps): Promise<void> {
  const overdue = await claimOverdue(orm.em.fork(), { limit: OVERDUE, now: clock.now() });
  const failures: unknown[] = [];
  for (const some of slicesOf(overdue, OVERDUE_AT_ONCE)) {
    const starts = await Promise.allSettled(
      some.map(({ id, ...rest }) => startOwn({ ...rest, deliveryId: id, waitMs: 0, attempt: 1 })),
    );
    failures.push(...starts.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])));
    if (failures.some((failure) => infrastructureFault(failure) !== null)) break;
  }
  if (failures.length > 0) throw failures[0];
}

/** Turns off webhooks whose credential has ended, soon after `mayHaveEnded`. */
function createEndedStopper(deps: WebhookReceiverDeps) {
  let isExpected = false;
  let checkedAt = -Infinity;
  return async (mayHaveEnded: boolean): Promise<void> => {
    isExpected ||= mayHaveEnded;
    if (!isExpected || performance.now() < checkedAt + ENDED_EVERY_MS) return;
    checkedAt = performance.now();
    if (await isAnyEnded(deps.orm.em.fork(), deps.clock.now())) await runAsSystem(deps, stopEnded);
    // Not earlier: a failed check is repeated.
    isExpected = false;
  };
}

/** Writes the deliveries of events, and keeps them moving. */
export function createWebhookReceiver(deps: WebhookReceiverDeps): EventReceiver {
  const startSending = createSendingStarter(deps);
  const stopSoon = createEndedStopper(deps);
  let overdueAt = 0;
  return {
    receive: writeDeliveries,
    async afterRound(published) {
      await startSending();
      const isDue = performance.now() >= overdueAt;
      // One of the events may have ended a credential, and no event marks the expiry of a key.
      await stopSoon(published > 0 || isDue);
      if (!isDue) return;
      await restartOverdue(deps);
      overdueAt = performance.now() + OVERDUE_EVERY_MS;
    },
  };
}
