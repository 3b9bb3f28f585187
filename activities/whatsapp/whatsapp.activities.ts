import { cancellationSignal } from "@temporalio/activity";
import { addReply, settleInbound } from "../../domain/whatsapp/inbound-message.commands.ts";
import { en } from "../../domain/texts/en.ts";
import { findChatTexts } from "../../domain/integrations/linked-account.queries.ts";
import { InboundMessage } from "../../domain/whatsapp/inbound-message.entity.ts";
import { sorry } from "../../integrations/chat/chat-answer.ts";
import { toMessages } from "../../integrations/whatsapp/outgoing.ts";
import { runAsSystem } from "../run-as-system.ts";
import { answerInbound } from "./answer-inbound.ts";
import { sendReplies } from "./send-replies.ts";
import { replyWhenIngested } from "./reply-when-ingested.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";

/** The steps of a WhatsApp message. Histories contain only its id: neither its text nor its sender. */
export function createWhatsappActivities(deps: WhatsappDeps) {
  return {
    answerWhatsapp: (id: string) => answerInbound(deps, id, cancellationSignal()),
    sendWhatsappReplies: (id: string) => sendReplies(deps, id, cancellationSignal()),
    tellWhatsappReading: (id: string) => replyWhenIngested(deps, id),

    /**
     * After the last attempt: notifies the sender of the failure, so that their next message can be
     * processed.
     */
    async failWhatsapp(id: string): Promise<void> {
      await runAsSystem(deps, async (ctx) => {
        const sender = await ctx.em.findOne(InboundMessage, { id });
        const texts = (sender && (await findChatTexts(ctx.em, sender))) ?? en;
        await settleInbound(ctx, { id, outcome: "failed", replies: toMessages(sorry(texts)) });
      });
      deps.logger.warn(
        { inboundId: id },
        "a WhatsApp message could not be processed; its sender is notified",
      );
    },

    /** After the last attempt: drops replies that could not be sent. */
    async dropWhatsappReplies(id: string): Promise<void> {
      await runAsSystem(deps, (ctx) => addReply(ctx, { id, replies: [], outcome: "unanswered" }));
    },
  };
}
