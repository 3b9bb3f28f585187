import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, readVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page } from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { AssistantMessage, Conversation } from "./conversation.entity.ts";
import { conversationAccess } from "./conversation.access.ts";

export const conversationListing: Listing<Conversation> = {
  entity: Conversation,
  sortable: { updated_at: "updatedAt", created_at: "createdAt", title: "title" },
  searchable: { title: "title" },
  createdAt: "createdAt",
};

export const visibleConversation: Visible<Conversation> = {
  entity: Conversation,
  rule: conversationAccess["conversation.read"],
  name: "Conversation",
  populate: ["owner", ...ITS_PROJECT_PATHS],
};

export interface ConversationListInput extends ListInput {
  projectId?: string | undefined;
}

export function listConversations(
  ctx: QueryContext,
  { projectId, ...input }: ConversationListInput,
): Promise<Page<Row<Conversation>>> {
  const filters = [
    where(ctx.actor, conversationAccess["conversation.read"]),
    ...matching({ project: projectId }),
  ];
  return listPage(ctx.em, conversationListing, input, filters);
}

/** The conversation, if it belongs to the caller and they can see its project; otherwise NOT_FOUND. */
export const loadConversation = (ctx: QueryContext, id: string): Promise<Conversation> =>
  loadVisible(ctx, visibleConversation, id);

/** The same, read-only. */
export const readConversation = (ctx: QueryContext, id: string): Promise<Row<Conversation>> =>
  readVisible(ctx, visibleConversation, id);

/** As many as the longest real conversations; older messages are no longer shown. */
const MAX_MESSAGES = 500;

/** The latest `limit` messages, oldest first. */
export async function readMessages(
  ctx: Pick<QueryContext, "em">,
  conversation: { id: string },
  limit = MAX_MESSAGES,
): Promise<Row<AssistantMessage>[]> {
  const latest = await readRows(ctx.em, AssistantMessage, {
    where: { conversation: conversation.id },
    orderBy: { id: "desc" },
    limit,
  });
  return latest.toReversed();
}
