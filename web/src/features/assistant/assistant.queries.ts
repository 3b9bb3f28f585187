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

const MAX_CONVERSATIONS = 50;
const MAX_SUGGESTIONS = 5;

export const conversationListQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["conversations", "list", projectId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/ai/conversations", {
          params: { query: { project_id: projectId, limit: MAX_CONVERSATIONS } },
          signal,
        }),
      ),
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
