import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type OwnSession = AnswerOf<"/users/me/sessions">["sessions"][number];
export type Consent = AnswerOf<"/users/me/consents">["consents"][number];

export const secondFactorQuery = queryOptions({
  queryKey: ["me", "second-factor"],
  queryFn: ({ signal }) => dataOf(api.GET("/auth/totp", { signal })),
});

/** The user's linked chat accounts. */
export const linkedAccountsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["me", "linked-accounts", userId],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/linked-accounts", { params: { query: { user_id: userId } }, signal })),
  });

/** The user's own sessions. */
export const ownSessionsQuery = (query: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ["me", "sessions", query],
    queryFn: ({ signal }) => dataOf(api.GET("/users/me/sessions", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** The applications the user gave access. */
export const consentsQuery = queryOptions({
  queryKey: ["me", "consents"],
  queryFn: ({ signal }) => dataOf(api.GET("/users/me/consents", { signal })),
});
