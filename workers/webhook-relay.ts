import { WorkflowExecutionAlreadyStartedError, type Client } from "@temporalio/client";
import { runAsSystem } from "../activities/run-as-system.ts";
import type { SendingHere, StartOwn } from "../activities/webhook-deps.ts";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import { claimOverdue, isAnyWaiting } from "../domain/webhooks/claim-deliveries.ts";
import { fanOut, type AlsoTell } from "../domain/webhooks/fan-out.ts";
import { stopEnded } from "../domain/webhooks/stop-ended.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Wake } from "../platform/listen.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/orm.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal.ts";

export interface WebhookRelayDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  logger: Logger;
  startOwn: StartOwn;
  sending: SendingHere;
  /** Who else is told of events. */
  alsoTell?: AlsoTell | undefined;
}

/** The fallback when no notification comes. */
export const WEBHOOK_POLL_MS = 1_000;
const OVERDUE_EVERY_MS = 60_000;
const EVENTS = 200;
const OVERDUE = 250;
const OVERDUE_AT_ONCE = 8;

/** Sees to it that what waits is sent: by this process or, when its activity goes to another worker, by that one. */
export function createSendingStarter({ orm, temporal, taskQueue, clock, sending }: WebhookRelayDeps) {
  const workflowId = `webhooks-${newId()}`;
  return async (): Promise<void> => {
    if (sending.isUnderWay || !(await isAnyWaiting(orm.em.fork(), clock.now()))) return;
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

/** One round: writes who is told of new events, and has it sent. Answers how many events it took. */
export async function relayWebhooksOnce(
  deps: WebhookRelayDeps,
  startSending: () => Promise<void> = createSendingStarter(deps),
): Promise<number> {
  const { orm, clock, alsoTell } = deps;
  const events = await fanOut(orm.em.fork(), { limit: EVENTS, now: clock.now(), alsoTell });
  await startSending();
  // One of them may have ended a credential.
  if (events > 0) await runAsSystem(deps, stopEnded);
  return events;
}

/** Makes sure that what should long have been tried again has its workflow: none is forgotten, whatever broke. */
export async function restartOverdue({ orm, clock, startOwn }: WebhookRelayDeps): Promise<void> {
  const overdue = await claimOverdue(orm.em.fork(), { limit: OVERDUE, now: clock.now() });
  for (let from = 0; from < overdue.length; from += OVERDUE_AT_ONCE)
    await Promise.all(
      overdue
        .slice(from, from + OVERDUE_AT_ONCE)
        .map(({ id, ...rest }) => startOwn({ ...rest, deliveryId: id, waitMs: 0, attempt: 1 })),
    );
}

/** Tells webhooks what happened, until `signal` says stop. Several may run: each row is in one hand at a time. */
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
    // Nothing happens when a key expires.
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
    // In turn over projects a round may take little while much waits.
    if (events === 0) await woken;
  }
}
