import { z } from "zod";
import type { AssistantMessage, Conversation } from "../../domain/assistant/conversation.entity.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, NamedId, PageOf, Timestamp, listQuery } from "../common.contract.ts";
import { AnswerMode, CitationView, presentCitation } from "./chat.contract.ts";
import { defineView } from "../define-schemas.ts";

export const ConversationQuery = z.strictObject({
  ...listQuery,
  project_id: NamedId.optional().meta({ description: "Only conversations about this project" }),
});

const conversation = {
  id: Id,
  project_id: Id,
  control: z.string().nullable(),
  title: z.string(),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const ConversationList = PageOf("conversations", z.object(conversation), "ConversationList");

export const ConversationView = defineView("Conversation", {
  ...conversation,
  messages: z.array(
    z.object({
      id: Id,
      author: z.enum(["user", "assistant"]),
      text: z.string(),
      mode: AnswerMode.nullable(),
      found: z.boolean().nullable(),
      citations: z.array(CitationView),
      created_at: Timestamp,
    }),
  ),
});

export const presentConversation = (row: Row<Conversation>) => ({
  id: row.id,
  project_id: row.project.id,
  control: row.control ?? null,
  title: row.title,
  usage: { prompt_tokens: row.promptTokens, completion_tokens: row.completionTokens },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentMessage = (message: Row<AssistantMessage>) => ({
  id: message.id,
  author: message.author,
  text: message.text,
  mode: message.mode ?? null,
  found: message.found ?? null,
  citations: message.citations.map(presentCitation),
  created_at: message.createdAt.toISOString(),
});
