import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import type { Pending } from "../inbound/inbound-message.rules.ts";
import { User } from "../users/user.entity.ts";
import { type ChatKind, CHAT_KINDS } from "../inbound/chat-kinds.rules.ts";

const LinkedAccountSchema = defineEntity({
  name: "LinkedAccount",
  tableName: "linked_accounts",
  uniques: [{ properties: ["kind", "externalId"] }],
  indexes: [{ properties: ["user", "linkedAt"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    kind: p.enum(CHAT_KINDS).$type<ChatKind>(),
    /** Who it is over there: team and user of Slack, the number of WhatsApp. */
    externalId: p.string(),
    /** As people over there know them. */
    displayName: p.string(),
    user: () => p.manyToOne(User).deleteRule("cascade"),
    linkedAt: p.datetime(),
    /** The project they talk about unless they say another one. */
    projectId: p.uuid().nullable(),
    /** What the next thing they say is about. */
    pending: p.json<Pending>().nullable(),
    pendingSince: p.datetime().nullable(),
  },
});

/** Somebody in a chat who acts as a user here. */
export class LinkedAccount extends LinkedAccountSchema.class {}
LinkedAccountSchema.setClass(LinkedAccount);

const LinkRequestSchema = defineEntity({
  name: "LinkRequest",
  tableName: "link_requests",
  properties: {
    /** SHA-256 of the token in the address; the token itself is never stored. */
    hash: p.string().primary(),
    kind: p.enum(CHAT_KINDS).$type<ChatKind>(),
    externalId: p.string(),
    displayName: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
  },
});

/** An address by which somebody in a chat says who they are here. Good once, and not for long. */
export class LinkRequest extends LinkRequestSchema.class {}
LinkRequestSchema.setClass(LinkRequest);
