import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Notification = AnswerOf<"/users/me/notifications">["notifications"][number];
type ListInput = NonNullable<paths["/users/me/notifications"]["get"]["parameters"]["query"]>;

/** People are notified a moment after an event: there is nothing to hear in the stream of events yet. */
const POLL_MS = 15_000;

export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: ({ signal }) => dataOf(api.GET("/users/me/notifications/unread", { signal })),
  refetchInterval: POLL_MS,
});

export const notificationListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["notifications", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/users/me/notifications", { params: { query }, signal })),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
