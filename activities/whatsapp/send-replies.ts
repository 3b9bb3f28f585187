import { ApplicationFailure } from "@temporalio/common";
import { InboundMessage } from "../../domain/whatsapp/inbound-message.entity.ts";
import { countReply } from "../../domain/whatsapp/inbound-message.commands.ts";
import { lastInboundAt } from "../../domain/whatsapp/inbound-message.queries.ts";
import { isInWindow } from "../../domain/whatsapp/inbound-message.rules.ts";
import { recordIntegrationUse } from "../../domain/integrations/integration.commands.ts";
import type { IntegrationResult } from "../../domain/integrations/integration.rules.ts";
import { readIntegration } from "../../domain/integrations/read-integration.ts";
import type { Outgoing } from "../../integrations/whatsapp/outgoing.ts";
import { sendMessage, type SendResult } from "../../integrations/whatsapp/send-message.ts";
import { runAsSystem } from "../run-as-system.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";

type Failure = Exclude<SendResult, { ok: true }>;

const recordUse = (deps: WhatsappDeps, result: IntegrationResult): Promise<Date | null> =>
  runAsSystem(deps, (ctx) => recordIntegrationUse(ctx, { kind: "whatsapp", result }));

/** Problems with our settings are recorded, problems with a recipient are not. */
async function recordFailure(deps: WhatsappDeps, { problem, detail }: Failure): Promise<void> {
  if (problem !== null) await recordUse(deps, { ok: false, problem, detail });
}

/** Must not fail once the reply is counted: nothing else depends on it. */
const recordSuccess = (deps: WhatsappDeps): Promise<unknown> =>
  recordUse(deps, { ok: true, detail: "" }).catch(() => null);

/** Sends the stored replies, each once; throws if a later attempt may help. */
export async function sendReplies(
  deps: WhatsappDeps,
  id: string,
  signal: AbortSignal,
): Promise<"sent" | "undeliverable"> {
  const { orm, clock, secrets, clients, logger } = deps;
  const em = orm.em.fork();
  const message = await em.findOne(InboundMessage, { id });
  const settings = await readIntegration(em, "whatsapp", secrets);
  const replies = (message?.replies ?? []) as Outgoing[];
  if (settings === null) {
    if (replies.length === 0) return "sent";
    await runAsSystem(deps, (ctx) => countReply(ctx, { id, replied: replies.length, isLast: true }));
    logger.warn({ inboundId: id }, "WhatsApp is no longer configured: replies were dropped");
    return "undeliverable";
  }
  for (const [index, reply] of replies.entries()) {
    if (index < message!.replied) continue;
    // The next attempt may have begun.
    signal.throwIfAborted();
    const inWindow = isInWindow(await lastInboundAt(em, message!), clock.now());
    const to = message!.externalId;
    const sent = await sendMessage(clients.outbound, settings, { to, message: reply, inWindow });
    const count = (isLast: boolean) =>
      runAsSystem(deps, (ctx) => countReply(ctx, { id, replied: index + 1, isLast }));
    if (!sent.ok) {
      await recordFailure(deps, sent);
      if (sent.reaction === "retry") throw ApplicationFailure.retryable(sent.detail);
      await count(true);
      logger.warn({ inboundId: id, detail: sent.detail }, "WhatsApp refused a reply");
      return "undeliverable";
    }
    // First of all: until it is counted, a failed attempt sends it again.
    await count(index === replies.length - 1);
    await recordSuccess(deps);
  }
  return "sent";
}
