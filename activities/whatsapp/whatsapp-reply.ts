import type { OpenQuestion } from "../../domain/whatsapp/inbound-message.rules.ts";
import type { ChatCaller } from "../../integrations/chat/chat-access.ts";
import type { ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { ProductRefusal, type ProductClient } from "../../integrations/chat/product-client.ts";
import { refused } from "../../integrations/chat/refused.ts";
import { toMessages, type Outgoing } from "../../integrations/whatsapp/outgoing.ts";

/** A linked user, and the API as that user. */
export interface ChatUser {
  caller: ChatCaller;
  client: ProductClient;
  /** Aborts once no one waits for the reply any longer. */
  signal: AbortSignal;
}

/** The result of a message. */
export interface WhatsappReply {
  /** One word, for operators. */
  outcome: string;
  messages: Outgoing[];
  /** The subject of the next message; undefined leaves it unchanged. */
  pending?: OpenQuestion | null;
  evidenceId?: string;
}

export const replyWith = (
  outcome: string,
  chatAnswer: ChatAnswer,
  more: Omit<Partial<WhatsappReply>, "outcome" | "messages"> = {},
): WhatsappReply => ({ outcome, messages: toMessages(chatAnswer), ...more });

/** A refusal of the API becomes a reply; a temporary failure is thrown. */
export async function orRefusal(
  work: () => Promise<WhatsappReply>,
  { caller }: ChatUser,
  more: Pick<WhatsappReply, "pending"> = {},
): Promise<WhatsappReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProductRefusal)) throw error;
    return replyWith("refused", refused(error, caller.texts), more);
  }
}
