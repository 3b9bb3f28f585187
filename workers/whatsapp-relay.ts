import { WorkflowExecutionAlreadyStartedError, type Client } from "@temporalio/client";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import { markStarted, waitingMessages } from "../domain/whatsapp/inbound-message.queries.ts";
import { whatsappWorkflowId } from "../domain/whatsapp/inbound-message.rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Wake } from "../platform/database/listen.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import { TEMPORAL_TIMEOUT_MS } from "../platform/temporal/temporal.ts";

export interface WhatsappRelayDeps {
  orm: Orm;
  temporal: Client;
  taskQueue: string;
  clock: Clock;
  logger: Logger;
}

/** The interval if no notification arrives. */
const POLL_MS = 1_000;
const BATCH = 100;

/** Starts the workflow of a message; "already started" counts as success. */
async function start({ temporal, taskQueue }: WhatsappRelayDeps, inboundId: string): Promise<void> {
  const options = {
    workflowId: whatsappWorkflowId(inboundId),
    taskQueue,
    args: [{ inboundId }],
    ...summarize("handleWhatsappMessage"),
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  } as const;
  try {
    await temporal.withDeadline(Date.now() + TEMPORAL_TIMEOUT_MS, () =>
      temporal.workflow.start("handleWhatsappMessage", options),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** One round; returns the number of workflows it started. */
async function relayWhatsappOnce(deps: WhatsappRelayDeps): Promise<number> {
  const { orm, clock } = deps;
  const em = orm.em.fork();
  const ids = await waitingMessages(em, { kind: "whatsapp", limit: BATCH, now: clock.now() });
  for (const id of ids) {
    await start(deps, id);
    await markStarted(em, id, clock.now());
  }
  return ids.length;
}

/**
 * Starts the workflows of messages until `signal` aborts. Several may run: workflow ids derive from the rows.
 */
export async function runWhatsappRelay(
  deps: WhatsappRelayDeps,
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const woken = wake.next(POLL_MS, signal);
    const started = await relayWhatsappOnce(deps).catch((error: unknown) => {
      deps.logger.warn({ err: error }, "messages from WhatsApp wait; the next try follows");
      return 0;
    });
    if (started < BATCH) await woken;
  }
}
