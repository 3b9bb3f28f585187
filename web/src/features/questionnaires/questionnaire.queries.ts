import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import { pollWhile } from "../../http/poll-while.ts";
import type { paths } from "../../http/schema.d.ts";

export type Questionnaire = AnswerOf<"/questionnaires/{id}">;
export type Item = AnswerOf<"/questionnaires/{id}/items">["items"][number];
export type EarlierAnswer =
  AnswerOf<"/questionnaires/{id}/items/{itemId}/earlier-answers">["earlier_answers"][number];
type ListInput = NonNullable<paths["/questionnaires"]["get"]["parameters"]["query"]>;
type ItemsInput = NonNullable<paths["/questionnaires/{id}/items"]["get"]["parameters"]["query"]>;

/** Polling interval while answers are being drafted. */
const WATCH_MS = 1_500;

const isInProgress = ({ status }: Pick<Questionnaire, "status">): boolean => status === "answering";

export const questionnaireListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["questionnaires", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/questionnaires", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollWhile(
      ({ questionnaires }: AnswerOf<"/questionnaires">) => questionnaires.some(isInProgress),
      WATCH_MS,
    ),
  });

export const questionnaireQuery = (id: string) =>
  queryOptions({
    queryKey: ["questionnaires", "one", id],
    queryFn: ({ signal }) => dataOf(api.GET("/questionnaires/{id}", { params: { path: { id } }, signal })),
    refetchInterval: pollWhile(isInProgress, WATCH_MS),
  });

/** One question, which may be on any page of the list. */
export const itemQuery = (id: string, itemId: string) =>
  queryOptions({
    queryKey: ["questionnaires", "item", id, itemId],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/questionnaires/{id}/items/{itemId}", { params: { path: { id, itemId } }, signal })),
  });

export const earlierAnswersQuery = (id: string, itemId: string) =>
  queryOptions({
    queryKey: ["questionnaires", "earlier", id, itemId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/questionnaires/{id}/items/{itemId}/earlier-answers", {
          params: { path: { id, itemId } },
          signal,
        }),
      ),
  });

/** The key contains `isUnfinished`: once the last answer is drafted, the items are fetched again. */
export const itemsQuery = (id: string, query: ItemsInput, isUnfinished: boolean) =>
  queryOptions({
    queryKey: ["questionnaires", "items", id, query, isUnfinished],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/questionnaires/{id}/items", { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: isUnfinished ? WATCH_MS : false,
  });
