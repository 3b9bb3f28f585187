import { InboundMessage } from "../../domain/whatsapp/inbound-message.entity.ts";
import { settleInbound } from "../../domain/whatsapp/inbound-message.commands.ts";
import { countOutcomes } from "../../domain/whatsapp/inbound-message.queries.ts";
import {
  LINKS_IN_A_WHILE,
  LINK_WHILE_MINUTES,
  whatsappWorkflowId,
} from "../../domain/whatsapp/inbound-message.rules.ts";
import { recallPending, rememberPending } from "../../domain/whatsapp/pending.commands.ts";
import { requestLink } from "../../domain/integrations/linked-account.commands.ts";
import { readIntegration } from "../../domain/integrations/read-integration.ts";
import type { ChatCaller } from "../../integrations/chat/chat-access.ts";
import { answer } from "../../integrations/chat/chat-answer.ts";
import { createProductClient } from "../../integrations/chat/product-client.ts";
import type { WhatsappSettings } from "../../integrations/whatsapp/graph-request.ts";
import { runAsSystem } from "../run-as-system.ts";
import { answerUser } from "./answer-user.ts";
import type { WhatsappDeps } from "./whatsapp-deps.ts";
import { replyWith, type WhatsappReply } from "./whatsapp-reply.ts";

/** The result of a message: the outcome for operators, and whether to wait for the ingestion of a file. */
export interface InboundResult {
  outcome: string;
  evidenceId: string | null;
}

/** Unknown senders get instructions for linking and nothing else, a limited number of times. */
async function inviteToLink(deps: WhatsappDeps, message: InboundMessage): Promise<WhatsappReply> {
  const { clock, orm, publicUrl } = deps;
  const em = orm.em.fork();
  const since = new Date(clock.now().getTime() - LINK_WHILE_MINUTES * 60_000);
  if ((await countOutcomes(em, message, { outcome: "unlinked", since })) >= LINKS_IN_A_WHILE)
    return { outcome: "ignored", messages: [] };
  const url = await requestLink({ em, clock }, message, publicUrl);
  const text = `I answer only people whose number is linked to a user. Open this link within ${LINK_WHILE_MINUTES} minutes and sign in:\n${url}`;
  return replyWith("unlinked", answer("Who are you?", { text }));
}

async function replyTo(
  deps: WhatsappDeps,
  settings: WhatsappSettings,
  message: InboundMessage,
  { caller, signal }: { caller: ChatCaller | null; signal: AbortSignal },
): Promise<WhatsappReply> {
  if (caller === null) return inviteToLink(deps, message);
  const once = whatsappWorkflowId(message.id);
  const client = createProductClient(deps.backendUrl, caller.token, { once, signal });
  const pending = await recallPending({ em: deps.orm.em.fork(), clock: deps.clock }, caller.accountId);
  const content = message.content ?? { type: "other" };
  return answerUser(deps, settings, { caller, client, signal }, { content, pending });
}

/** Processes a message once: carries it out and stores the replies in the same step. */
export async function answerInbound(
  deps: WhatsappDeps,
  id: string,
  signal: AbortSignal,
): Promise<InboundResult> {
  const em = deps.orm.em.fork();
  const message = await em.findOne(InboundMessage, { id });
  if (message === null) return { outcome: "forgotten", evidenceId: null };
  if (message.handledAt) return { outcome: message.outcome ?? "", evidenceId: message.evidenceId ?? null };
  const settings = await readIntegration(em, "whatsapp", deps.secrets);
  const caller = settings === null ? null : await deps.access(message);
  const reply =
    settings === null
      ? { outcome: "not configured", messages: [] }
      : await replyTo(deps, settings, message, { caller, signal });
  const { outcome, messages: replies, evidenceId = null, pending } = reply;
  await runAsSystem(deps, async (ctx) => {
    if (caller !== null && pending !== undefined) await rememberPending(ctx, caller.accountId, pending);
    await settleInbound(ctx, { id, outcome, replies, evidenceId });
  });
  return { outcome, evidenceId };
}
