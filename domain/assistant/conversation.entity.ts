import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { isSystem, isVisible, me, toAll } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { ANSWER_MODES, type AnswerMode, type Citation } from "./answer.rules.ts";

/**
 * Visibility of conversations, as in `conversation.read`: their owner, while they can see the project. No
 * admin.
 */
const conversationPolicy = {
  name: "ai_conversations_of_caller",
  using:
    `${isSystem} or (ai_conversations.owner_id = ${me} and ` +
    `(${toAll} or ${isVisible("ai_conversations.project_id")}))`,
};

/** A message is visible with its conversation, whose own policy applies to the inner select. */
const ofVisibleConversation = {
  name: "ai_messages_of_caller",
  using: `${isSystem} or ai_messages.conversation_id = any (array(select ai_conversations.id from ai_conversations))`,
};
const ConversationSchema = defineEntity({
  name: "Conversation",
  tableName: "ai_conversations",
  policies: [conversationPolicy],
  indexes: [{ properties: ["owner", "updatedAt"] }, { properties: ["project"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    owner: () => p.manyToOne(User).deleteRule("cascade"),
    project: () => p.manyToOne(Project).deleteRule("cascade"),
    /** The number of its control; null for the whole project. */
    control: p.string().nullable(),
    /** The first question, truncated. */
    title: p.string(),
    /** Tokens of a model's input and output. */
    promptTokens: p.integer().default(0),
    completionTokens: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The messages between a user and the assistant about a project. */
export class Conversation extends ConversationSchema.class {}
ConversationSchema.setClass(Conversation);

const MessageSchema = defineEntity({
  name: "AssistantMessage",
  tableName: "ai_messages",
  policies: [ofVisibleConversation],
  indexes: [{ properties: ["conversation", "id"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    conversation: () => p.manyToOne(Conversation).deleteRule("cascade"),
    author: p.enum(["user", "assistant"]).$type<"user" | "assistant">(),
    text: p.text(),
    /** For an answer. */
    mode: p.enum(ANSWER_MODES).$type<AnswerMode>().nullable(),
    found: p.boolean().nullable(),
    citations: p.json().$type<Citation[]>().default([]),
    createdAt: p.datetime(),
  },
});

/** A question, or an answer with its sources. */
export class AssistantMessage extends MessageSchema.class {}
MessageSchema.setClass(AssistantMessage);
