import { ApplicationFailure } from "@temporalio/common";
import { InboundMessage } from "../../domain/whatsapp/inbound-message.entity.ts";
import { countReply } from "../../domain/whatsapp/inbound-message.commands.ts";
import { lastInboundAt } from "../../domain/whatsapp/inbound-message.queries.ts";
import { isInWindow } from "../../domain/whatsapp/inbound-message.rules.ts";
import { recordIntegrationUse } from "../../domain/integrations/integration.commands.ts";
import { readIntegration } from "../../domain/integrations/read-integration.ts";
import type { Outgoing } from "../../integrations/whatsapp/outgoing.ts";
import { sendMessage, type SendResult } from "../../integrations/whatsapp/send-message.ts";
import { runAsSystem } from "../run-as-system.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";

/** Problems with our settings are recorded, problems with a recipient are not. */
async function recordUse(deps: WhatsappDeps, sent: SendResult): Promise<void> {
  if (!sent.ok && sent.problem === null) return;
  const result = sent.ok
    ? ({ ok: true, detail: "" } as const)
    : ({ ok: false, problem: sent.problem!, detail: sent.detail } as const);
  await runAsSystem(deps, (ctx) => recordIntegrationUse(ctx, { kind: "whatsapp", result }));
}

/** Sends the stored replies, each once; throws if a later attempt may help. */
export async function sendReplies(deps: WhatsappDeps, id: string): Promise<"sent" | "undeliverable"> {
  const { orm, clock, secrets, clients, logger } = deps;
  const em = orm.em.fork();
  const message = await em.findOne(InboundMessage, { id });
  const settings = await readIntegration(em, "whatsapp", secrets);
  const replies = (message?.replies ?? []) as Outgoing[];
  for (const [index, reply] of replies.entries()) {
    if (index < message!.replied || settings === null) continue;
    const inWindow = isInWindow(await lastInboundAt(em, message!), clock.now());
    const to = message!.externalId;
    const sent = await sendMessage(clients.outbound, settings, { to, message: reply, inWindow });
    await recordUse(deps, sent);
    if (!sent.ok && sent.reaction === "retry") throw ApplicationFailure.retryable(sent.detail);
    const isLast = !sent.ok || index === replies.length - 1;
    await runAsSystem(deps, (ctx) => countReply(ctx, { id, replied: index + 1, isLast }));
    if (!sent.ok) {
      logger.warn({ inboundId: id, detail: sent.detail }, "WhatsApp refused a reply");
      return "undeliverable";
    }
  }
  return "sent";
}
