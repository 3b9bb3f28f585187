import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";
import { type ChatKind, CHAT_KINDS } from "./linked-account.rules.ts";

const LinkedAccountSchema = defineEntity({
  name: "LinkedAccount",
  tableName: "linked_accounts",
  uniques: [{ properties: ["kind", "externalId"] }],
  indexes: [{ properties: ["user", "linkedAt"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    kind: p.enum(CHAT_KINDS).$type<ChatKind>(),
    /** The platform's id: team and user of Slack, the number of WhatsApp. */
    externalId: p.string(),
    /** Their display name on the platform. */
    displayName: p.string(),
    user: () => p.manyToOne(User).deleteRule("cascade"),
    linkedAt: p.datetime(),
    /** The selected project, used by default. */
    projectId: p.uuid().nullable(),
    /** The open question of the conversation, as its platform words it. */
    pending: p.json<object>().nullable(),
    pendingSince: p.datetime().nullable(),
  },
});

/** A chat account that acts as a user. */
export class LinkedAccount extends LinkedAccountSchema.class {}
LinkedAccountSchema.setClass(LinkedAccount);

const LinkRequestSchema = defineEntity({
  name: "LinkRequest",
  tableName: "link_requests",
  properties: {
    /** SHA-256 of the token in the URL, which is never stored itself. */
    hash: p.string().primary(),
    kind: p.enum(CHAT_KINDS).$type<ChatKind>(),
    externalId: p.string(),
    displayName: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
  },
});

/** A single-use, short-lived request to link a chat account. */
export class LinkRequest extends LinkRequestSchema.class {}
LinkRequestSchema.setClass(LinkRequest);
