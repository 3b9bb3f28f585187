import { addReply, settleInbound } from "../../domain/inbound/inbound-message.commands.ts";
import { SORRY } from "../../integrations/chat/sorry.ts";
import { dress } from "../../integrations/whatsapp/outgoing.ts";
import { runAsSystem } from "../run-as-system.ts";
import { answerInbound } from "./answer-inbound.ts";
import { sendReplies } from "./send-replies.ts";
import { tellReading } from "./tell-reading.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";

/** The steps of a message from WhatsApp. Only its id passes through histories: neither what was said nor by whom. */
export function createWhatsappActivities(deps: WhatsappDeps) {
  return {
    answerWhatsapp: (id: string) => answerInbound(deps, id),
    sendWhatsappReplies: (id: string) => sendReplies(deps, id),
    tellWhatsappReading: (id: string) => tellReading(deps, id),

    /** After the last try: the person hears that it failed, and what they said next goes on. */
    async failWhatsapp(id: string): Promise<void> {
      deps.logger.error({ inboundId: id }, "a message from WhatsApp could not be worked off");
      await runAsSystem(deps, (ctx) => settleInbound(ctx, { id, outcome: "failed", replies: dress(SORRY) }));
    },

    /** After the last try: what nobody took is not kept. */
    async dropWhatsappReplies(id: string): Promise<void> {
      await runAsSystem(deps, (ctx) => addReply(ctx, { id, replies: [], outcome: "unanswered" }));
    },
  };
}
