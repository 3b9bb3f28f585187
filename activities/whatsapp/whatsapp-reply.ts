import type { Pending } from "../../domain/inbound/inbound-message.rules.ts";
import type { ChatCaller } from "../../integrations/chat/chat-access.ts";
import { answer, type ChatAnswer } from "../../integrations/chat/chat-answer.ts";
import { ProductRefusal, type ProductClient } from "../../integrations/chat/product-client.ts";
import { dress, type Outgoing } from "../../integrations/whatsapp/outgoing.ts";

/** Somebody who is linked, and the API as them. */
export interface Speaker {
  caller: ChatCaller;
  client: ProductClient;
}

/** What comes of a message. */
export interface WhatsappReply {
  /** One word, for operators. */
  outcome: string;
  messages: Outgoing[];
  /** What the next message is about; left as it is when undefined. */
  pending?: Pending | null;
  evidenceId?: string;
}

export const say = (
  outcome: string,
  said: ChatAnswer,
  more: Omit<Partial<WhatsappReply>, "outcome" | "messages"> = {},
): WhatsappReply => ({ outcome, messages: dress(said), ...more });

/** What the API refuses is told; what it could not do now is thrown. */
export async function orRefusal(
  work: () => Promise<WhatsappReply>,
  more: Pick<WhatsappReply, "pending"> = {},
): Promise<WhatsappReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProductRefusal)) throw error;
    return say("refused", answer("That did not work", { text: error.message }), more);
  }
}
