import { queryOptions, skipToken } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type Conversation = AnswerOf<"/ai/conversations/{id}">;
export type ListedConversation = AnswerOf<"/ai/conversations">["conversations"][number];
export type Message = Conversation["messages"][number];
export type Answer = AnswerOf<"/ai/chat", "post">;

/** The next steps for the control that a conversation is about. */
export interface AnswerSuggestions {
  control: string;
  suggestions: Answer["suggestions"];
}

const CONVERSATIONS_PER_PAGE = 50;
const MAX_SUGGESTIONS = 5;

const loadConversations = (projectId: string, page: number, signal: AbortSignal) => {
  const query = { project_id: projectId, page, limit: CONVERSATIONS_PER_PAGE };
  return dataOf(api.GET("/ai/conversations", { params: { query }, signal }));
};

/** The latest conversations. */
export const conversationListQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["conversations", "list", projectId],
    queryFn: ({ signal }) => loadConversations(projectId, 1, signal),
  });

/** Those before them; loaded again with them. */
export const olderConversations = (projectId: string) => ({
  queryKey: ["conversations", "list", projectId, "older"],
  load: (page: number, signal: AbortSignal) => loadConversations(projectId, page, signal),
});

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ["conversations", "one", id],
    queryFn: ({ signal }) => dataOf(api.GET("/ai/conversations/{id}", { params: { path: { id } }, signal })),
  });

/** Those of the latest answer; null if it is about no control. Only the answer itself has them. */
export const answerSuggestionsQuery = (conversationId: string) =>
  queryOptions<AnswerSuggestions | null>({
    queryKey: ["suggestions", "of-answer", conversationId],
    queryFn: skipToken,
  });

export const suggestionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["suggestions", projectId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/ai/suggestions", {
          params: { query: { project_id: projectId, limit: MAX_SUGGESTIONS } },
          signal,
        }),
      ),
  });
