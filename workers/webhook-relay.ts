import { WorkflowExecutionAlreadyStartedError, type Client } from "@temporalio/client";
import { runAsSystem } from "../activities/run-as-system.ts";
import type { SendingHere, StartOwn } from "../activities/webhooks/webhook-deps.ts";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import { claimOverdue, isAnyWaiting } from "../domain/webhooks/claim-deliveries.ts";
import { fanOut, type NotifyOthers } from "../domain/webhooks/fan-out.ts";
import { stopEnded } from "../domain/webhooks/stop-ended.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Wake } from "../platform/database/listen.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal/temporal.ts";

export interface WebhookRelayDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  logger: Logger;
  startOwn: StartOwn;
  sending: SendingHere;
  /** Further receivers of events. */
  notifyOthers?: NotifyOthers | undefined;
}

/** The interval if no notification arrives. */
export const WEBHOOK_POLL_MS = 1_000;
const OVERDUE_EVERY_MS = 60_000;
const EVENTS = 200;
const OVERDUE = 250;
const OVERDUE_AT_ONCE = 8;

/**
 * Makes sure that waiting deliveries are sent: by this process or, if its activity moves, by another worker.
 */
export function createSendingStarter({ orm, temporal, taskQueue, clock, sending }: WebhookRelayDeps) {
  const workflowId = `webhooks-${newId()}`;
  return async (): Promise<void> => {
    if (sending.isRunning || !(await isAnyWaiting(orm.em.fork(), clock.now()))) return;
    const described = summarize("dispatchWebhooks");
    try {
      await temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
        temporal.workflow.start("dispatchWebhooks", { workflowId, taskQueue, args: [], ...described }),
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  };
}

/**
 * One round: writes the deliveries of new events and has them sent. Returns the number of events it
 * processed.
 */
export async function relayWebhooksOnce(
  deps: WebhookRelayDeps,
  startSending: () => Promise<void> = createSendingStarter(deps),
): Promise<number> {
  const { orm, clock, notifyOthers } = deps;
  const events = await fanOut(orm.em.fork(), { limit: EVENTS, now: clock.now(), notifyOthers });
  await startSending();
  // One of the events may have ended a credential.
  if (events > 0) await runAsSystem(deps, stopEnded);
  return events;
}

/** Makes sure that overdue retries have their workflow, whatever failed: none is forgotten. */
export async function restartOverdue({ orm, clock, startOwn }: WebhookRelayDeps): Promise<void> {
  const overdue = await claimOverdue(orm.em.fork(), { limit: OVERDUE, now: clock.now() });
  for (let from = 0; from < overdue.length; from += OVERDUE_AT_ONCE)
    await Promise.all(
      overdue
        .slice(from, from + OVERDUE_AT_ONCE)
        .map(({ id, ...rest }) => startOwn({ ...rest, deliveryId: id, waitMs: 0, attempt: 1 })),
    );
}

/** Relays events to webhooks until `signal` aborts. Several may run: each row is in one of them at a time. */
export async function runWebhookRelay(
  deps: WebhookRelayDeps,
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  const startSending = createSendingStarter(deps);
  let overdueAt = 0;

  async function round(): Promise<number> {
    const events = await relayWebhooksOnce(deps, startSending);
    if (performance.now() < overdueAt) return events;
    // No event marks the expiry of a key.
    await runAsSystem(deps, stopEnded);
    await restartOverdue(deps);
    overdueAt = performance.now() + OVERDUE_EVERY_MS;
    return events;
  }

  while (!signal.aborted) {
    const woken = wake.next(WEBHOOK_POLL_MS, signal);
    const events = await round().catch((error: unknown) => {
      deps.logger.warn({ err: error }, "webhooks could not be told; the next try follows");
      return 0;
    });
    // A round takes from each project in turn, so it may process few events while many wait.
    if (events === 0) await woken;
  }
}
