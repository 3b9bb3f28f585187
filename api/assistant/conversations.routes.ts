import { deleteConversation } from "../../domain/assistant/conversation.commands.ts";
import {
  visibleConversation,
  listConversations,
  loadConversation,
  readMessages,
  conversationListing,
} from "../../domain/assistant/conversation.queries.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  ConversationList,
  ConversationQuery,
  ConversationView,
  presentConversation,
  presentMessage,
} from "./conversations.contract.ts";

const PATH = "/api/v1/ai/conversations";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List your conversations with the assistant, newest first",
  access: lists("conversation.read"),
  query: ConversationQuery,
  listing: conversationListing,
  output: ConversationList,
  act: (ctx, { query }) => listConversations(ctx, { ...listInput(query), projectId: query.project_id }),
  present: ({ items, pagination }) => ({ conversations: items.map(presentConversation), pagination }),
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a conversation with its messages",
  access: reads(visibleConversation),
  params: IdParams,
  output: ConversationView,
  act: async (ctx, _input, conversation) => ({
    conversation,
    messages: await readMessages(ctx, conversation),
  }),
  present: ({ conversation, messages }) => ({
    ...presentConversation(conversation),
    messages: messages.map(presentMessage),
  }),
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Delete a conversation and its messages",
  access: may("conversation.delete"),
  params: IdParams,
  message: "The conversation was deleted",
  load: (ctx: RouteContext, { params }) => loadConversation(ctx, params.id),
  act: (ctx, _input, conversation) => deleteConversation(ctx, conversation),
});

export const createConversationRoutes = (): Route[] => [list, read, remove];
