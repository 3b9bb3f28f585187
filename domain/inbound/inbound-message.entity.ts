import { defineEntity, p } from "@mikro-orm/core";
import { ofServiceAlone } from "../access/wall.ts";
import { type ChatKind, CHAT_KINDS } from "./chat-kinds.rules.ts";
import type { InboundContent } from "./inbound-message.rules.ts";

const InboundMessageSchema = defineEntity({
  name: "InboundMessage",
  tableName: "inbound_messages",
  policies: [ofServiceAlone("inbound_messages")],
  uniques: [{ properties: ["kind", "externalMessageId"] }],
  indexes: [
    { properties: ["kind", "externalId", "sentAt"] },
    {
      name: "inbound_messages_waiting",
      expression: "create index inbound_messages_waiting on inbound_messages (id) where handled_at is null",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(CHAT_KINDS).$type<ChatKind>(),
    /** The platform's own id: what is delivered again is known by it. */
    externalMessageId: p.string(),
    /** Who said it, as in linked accounts. */
    externalId: p.string(),
    displayName: p.string(),
    /** Null as soon as it was worked off: nobody needs it then. */
    content: p.json<InboundContent>().nullable(),
    /** When they said it; it may have taken long to come. */
    sentAt: p.datetime(),
    receivedAt: p.datetime().index(),
    /** When its workflow was started. */
    startedAt: p.datetime().nullable(),
    /** When it was worked off: what the same person says next waits for it. */
    handledAt: p.datetime().nullable(),
    /** What became of it. */
    outcome: p.string().nullable(),
    /** What is to be answered, until it was sent. */
    replies: p.json<object[]>().nullable(),
    /** How many of the replies were sent. */
    replied: p.integer().default(0),
    /** What was uploaded with it. */
    evidenceId: p.uuid().nullable(),
  },
});

/** Something that somebody said in a chat, kept before the platform is told that it came. */
export class InboundMessage extends InboundMessageSchema.class {}
InboundMessageSchema.setClass(InboundMessage);
