import type { CommandContext, SystemContext } from "../context.ts";
import type { ChatPerson } from "../integrations/linked-account.commands.ts";
import { InboundMessage } from "./inbound-message.entity.ts";
import { INBOUND_CHANNEL, isReplay, type InboundContent } from "./inbound-message.rules.ts";

/** A message as delivered by the platform. */
export interface Inbound {
  person: ChatPerson;
  externalMessageId: string;
  sentAt: Date;
  content: InboundContent;
}

type Context = Pick<CommandContext, "em" | "clock">;

const WAKE = `select pg_notify('${INBOUND_CHANNEL}', '')`;

/** Stores new messages in order, except those that are too old to be new; the relay is notified after the commit. */
export async function storeInbound(
  { em, clock }: Context,
  messages: readonly (Inbound & { id: string })[],
): Promise<void> {
  const receivedAt = clock.now();
  const current = messages.filter(({ sentAt }) => !isReplay(sentAt, receivedAt));
  if (current.length === 0) return;
  const rows = current.map(({ id, person, externalMessageId, sentAt, content }) => ({
    id,
    ...person,
    externalMessageId,
    content,
    receivedAt,
    // A platform's clock may be ahead.
    sentAt: sentAt > receivedAt ? receivedAt : sentAt,
  }));
  await em.upsertMany(InboundMessage, rows, {
    onConflictFields: ["kind", "externalMessageId"],
    onConflictAction: "ignore",
  });
  await em.execute(WAKE);
}

/** Stores the outcome of a message and deletes its content. */
export async function settleInbound(
  ctx: Pick<SystemContext, "em" | "clock">,
  { id, outcome, replies, evidenceId = null }: MessageOutcome & { id: string },
): Promise<void> {
  await ctx.em.nativeUpdate(
    InboundMessage,
    { id, handledAt: null },
    { outcome, replies: [...replies], evidenceId, content: null, handledAt: ctx.clock.now() },
  );
  await ctx.em.execute(WAKE);
}

export interface MessageOutcome {
  outcome: string;
  replies: readonly object[];
  evidenceId?: string | null;
}

/** Adds a reply to a processed message, such as the result of an ingestion. */
export async function addReply(
  { em }: Pick<SystemContext, "em">,
  { id, replies, outcome }: { id: string; replies: readonly object[]; outcome: string },
): Promise<void> {
  await em.nativeUpdate(InboundMessage, { id }, { replies: [...replies], replied: 0, outcome });
}

/** Counts a reply as sent; after the last one, the replies are deleted. */
export async function countReply(
  { em }: Pick<SystemContext, "em">,
  { id, replied, isLast }: { id: string; replied: number; isLast: boolean },
): Promise<void> {
  await em.nativeUpdate(InboundMessage, { id }, isLast ? { replied: 0, replies: null } : { replied });
}
