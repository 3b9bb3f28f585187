import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { isSystem, isVisible, me, toAll } from "../access/wall.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { ANSWER_MODES, type AnswerMode, type Citation } from "./answer.rules.ts";

/** Conversations are seen as `conversation.read` says: by whoever leads them, while they see the project. By no admin. */
const conversationPolicy = {
  name: "ai_conversations_of_caller",
  using:
    `${isSystem} or (ai_conversations.owner_id = ${me} and ` +
    `(${toAll} or ${isVisible("ai_conversations.project_id")}))`,
};

/** A message is seen by whoever sees its conversation, whose own policy the inner select meets. */
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
    /** Number of the control it is about; null for the whole project. */
    control: p.string().nullable(),
    /** The first question, cut short. */
    title: p.string(),
    /** Tokens that a model has been sent and has written in it. */
    promptTokens: p.integer().default(0),
    completionTokens: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** What somebody and the assistant said to each other about a project. */
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
    /** Of an answer. */
    mode: p.enum(ANSWER_MODES).$type<AnswerMode>().nullable(),
    found: p.boolean().nullable(),
    citations: p.json().$type<Citation[]>().default([]),
    createdAt: p.datetime(),
  },
});

/** A question, or an answer with what it rests on. */
export class AssistantMessage extends MessageSchema.class {}
MessageSchema.setClass(AssistantMessage);
