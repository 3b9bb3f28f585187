import type { Client } from "@temporalio/client";
import { runAsSystem } from "../../activities/run-as-system.ts";
import { settleInbound } from "../../domain/whatsapp/inbound-message.commands.ts";
import { markStarted, waitingMessages } from "../../domain/whatsapp/inbound-message.queries.ts";
import { whatsappWorkflowId } from "../../domain/whatsapp/inbound-message.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
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

/** A message that Temporal refuses is tried this often, and then given up: no one waits for a very late answer. */
const TRIES = 10;
const PAUSE_MS = 30_000;

interface Refused {
  tries: number;
  /** Epoch milliseconds. */
  againAt: number;
}

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
  const { orm, clock, logger } = deps;
  const refused = new Map<string, Refused>();

  async function refuse(id: string, err: unknown): Promise<void> {
    const tries = (refused.get(id)?.tries ?? 0) + 1;
    if (tries < TRIES) {
      refused.set(id, { tries, againAt: clock.now().getTime() + PAUSE_MS });
      return logger.warn({ err, inboundId: id }, "a WhatsApp message cannot be processed; will retry");
    }
    await runAsSystem(deps, (ctx) => settleInbound(ctx, { id, outcome: "failed", replies: [] }));
    refused.delete(id);
    logger.error({ err, inboundId: id }, "a WhatsApp message could not be processed: it stays unanswered");
  }

  return async () => {
    const now = clock.now();
    const waiting = [...refused].filter(([, { againAt }]) => againAt > now.getTime()).map(([id]) => id);
    const ids = await waitingMessages(orm.em.fork(), {
      kind: "whatsapp",
      limit: BATCH,
      now,
      except: waiting,
    });
    let started = 0;
    for (const id of ids) {
      try {
        await startOne(deps, id);
        refused.delete(id);
        started++;
      } catch (error) {
        if (infrastructureFault(error) !== null) throw error;
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
