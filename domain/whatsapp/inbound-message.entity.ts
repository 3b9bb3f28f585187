import { defineEntity, p } from "@mikro-orm/core";
import { ofServiceAlone } from "../access/row-security.ts";
import { type ChatKind, CHAT_KINDS } from "../integrations/linked-account.rules.ts";
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
    /** The platform's own id, which identifies redelivered messages. */
    externalMessageId: p.string(),
    /** The sender, as in linked accounts. */
    externalId: p.string(),
    displayName: p.string(),
    /** Null once processed, because no one needs it afterwards. */
    content: p.json<InboundContent>().nullable(),
    /** When it was sent; delivery may take long. */
    sentAt: p.datetime(),
    receivedAt: p.datetime().index(),
    /** When its workflow was started. */
    startedAt: p.datetime().nullable(),
    /** When it was processed: the sender's next message waits for it. */
    handledAt: p.datetime().nullable(),
    /** The result of processing it. */
    outcome: p.string().nullable(),
    /** The replies, until they have been sent. */
    replies: p.json<object[]>().nullable(),
    /** The number of sent replies. */
    replied: p.integer().default(0),
    /** The evidence uploaded with it. */
    evidenceId: p.uuid().nullable(),
  },
});

/** A chat message, stored before its receipt is acknowledged. */
export class InboundMessage extends InboundMessageSchema.class {}
InboundMessageSchema.setClass(InboundMessage);
