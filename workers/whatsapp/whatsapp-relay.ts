import type { Client } from "@temporalio/client";
import { markStarted, waitingMessages } from "../../domain/whatsapp/inbound-message.queries.ts";
import { whatsappWorkflowId } from "../../domain/whatsapp/inbound-message.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Wake } from "../../platform/database/listen.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { startOnce } from "../../runtime/start-workflow.ts";
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

/** One round; returns the number of workflows it started. */
async function relayWhatsappOnce(deps: WhatsappRelayDeps): Promise<number> {
  const { orm, temporal, taskQueue, clock } = deps;
  const em = orm.em.fork();
  const ids = await waitingMessages(em, { kind: "whatsapp", limit: BATCH, now: clock.now() });
  for (const id of ids) {
    await startOnce(temporal, "handleWhatsappMessage", {
      workflowId: whatsappWorkflowId(id),
      taskQueue,
      args: [{ inboundId: id }],
      workflowIdReusePolicy: "REJECT_DUPLICATE",
    });
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
