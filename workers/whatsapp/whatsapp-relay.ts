import type { Client } from "@temporalio/client";
import { runAsSystem } from "../../activities/run-as-system.ts";
import { settleInbound } from "../../domain/whatsapp/inbound-message.commands.ts";
import { markStarted, waitingMessages } from "../../domain/whatsapp/inbound-message.queries.ts";
import { whatsappWorkflowId } from "../../domain/whatsapp/inbound-message.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Wake } from "../../platform/database/listen.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Orm } from "../../platform/database/orm.ts";
import { startOnce } from "../../runtime/start-workflow.ts";
import { createRefusedStarts } from "../refused-starts.ts";
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
async function startOne({ orm, temporal, taskQueue, clock }: WhatsappRelayDeps, id: string): Promise<void> {
  await startOnce(temporal, "handleWhatsappMessage", {
    workflowId: whatsappWorkflowId(id),
    taskQueue,
    args: [{ inboundId: id }],
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  });
  await markStarted(orm.em.fork(), id, clock.now());
}

/**
 * One round of starting workflows; returns their number. Stops where Temporal or PostgreSQL is unavailable. A message
 * that cannot start its workflow for another reason delays no other, except those of its sender until it is given up.
 */
export function createWhatsappRelay(deps: WhatsappRelayDeps): () => Promise<number> {
  const { orm, clock } = deps;
  const refusals = createRefusedStarts(deps, "a WhatsApp message");

  async function refuse(id: string, error: unknown): Promise<void> {
    if (refusals.refused(id, error))
      await runAsSystem(deps, (ctx) => settleInbound(ctx, { id, outcome: "failed", replies: [] }));
  }

  return async () => {
    const selected = {
      kind: "whatsapp",
      limit: BATCH,
      now: clock.now(),
      except: refusals.waiting(),
    } as const;
    let started = 0;
    for (const id of await waitingMessages(orm.em.fork(), selected)) {
      try {
        await startOne(deps, id);
        refusals.accepted(id);
        started++;
      } catch (error) {
        await refuse(id, error);
      }
    }
    return started;
  };
}

/**
 * Starts the workflows of messages until `signal` aborts. Several may run: workflow ids derive from the rows.
 */
export async function runWhatsappRelay(
  deps: WhatsappRelayDeps,
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  const relay = createWhatsappRelay(deps);
  const round = async () => (await relay()) >= BATCH;
  const failure = "WhatsApp messages are waiting; will retry";
  await runRounds({ round, everyMs: POLL_MS, wake, logger: deps.logger, failure }, signal);
}
