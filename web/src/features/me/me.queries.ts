import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import { lacksTimezone } from "../identity/lacks-timezone.ts";

export type OwnSession = AnswerOf<"/users/me/sessions">["sessions"][number];
export type Consent = AnswerOf<"/users/me/consents">["consents"][number];

export const secondFactorQuery = queryOptions({
  queryKey: ["me", "second-factor"],
  queryFn: ({ signal }) => dataOf(api.GET("/auth/totp", { signal })),
});

/** Stands for a time zone that was never chosen. */
export const BROWSERS_ZONE = "browser";

/** The user's own account, for the form that changes it. */
export const ownAccountQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "own", id],
    queryFn: async ({ signal }) => {
      const [user, profile] = await Promise.all([
        dataWithTag(api.GET("/users/{id}", { params: { path: { id } }, signal })),
        dataOf(api.GET("/auth/profile", { signal })),
      ]);
      const timezone = lacksTimezone(profile) ? BROWSERS_ZONE : user.preferences.timezone;
      return { ...user, preferences: { ...user.preferences, timezone } };
    },
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
