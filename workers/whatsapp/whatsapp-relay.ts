import type { Client } from "@temporalio/client";
import { summarize } from "../../domain/events/workflow-summaries.rules.ts";
import { whatsappWorkflows } from "../../domain/whatsapp/whatsapp.workflows.ts";
import { markStarted, waitingMessages } from "../../domain/whatsapp/inbound-message.queries.ts";
import { whatsappWorkflowId } from "../../domain/whatsapp/inbound-message.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Wake } from "../../platform/database/listen.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { withDeadline } from "../../platform/temporal/temporal.ts";
import { startOnce } from "../../runtime/start-once.ts";
import { runRounds } from "../run-rounds.ts";

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

/** Starts the workflow of a message. */
async function start({ temporal, taskQueue }: WhatsappRelayDeps, inboundId: string): Promise<void> {
  const options = {
    workflowId: whatsappWorkflowId(inboundId),
    taskQueue,
    args: [{ inboundId }],
    ...summarize(whatsappWorkflows.handleWhatsappMessage),
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  } as const;
  await withDeadline(temporal, () =>
    startOnce(() => temporal.workflow.start("handleWhatsappMessage", options)),
  );
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
  const round = async () => (await relayWhatsappOnce(deps)) >= BATCH;
  const failure = "WhatsApp messages are waiting; will retry";
  await runRounds({ round, everyMs: POLL_MS, wake, logger: deps.logger, failure }, signal);
}
