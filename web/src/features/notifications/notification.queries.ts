import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Notification = AnswerOf<"/users/me/notifications">["notifications"][number];
type ListInput = NonNullable<paths["/users/me/notifications"]["get"]["parameters"]["query"]>;

/** While no events arrive. */
export const POLL_MS = 15_000;

export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: ({ signal }) => dataOf(api.GET("/users/me/notifications/unread", { signal })),
});

export const notificationListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["notifications", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/users/me/notifications", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
