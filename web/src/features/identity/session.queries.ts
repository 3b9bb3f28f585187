import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type Profile = AnswerOf<"/auth/profile">;

/** The signed-in user; fails with `isSignedOut` if there is none. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => dataOf(api.GET("/auth/profile", { signal })),
  staleTime: 60_000,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ["ways-to-sign-in"],
  queryFn: ({ signal }) => dataOf(api.GET("/auth/session/ways", { signal })),
});

/** The actions allowed on one resource. */
export const permissionsQuery = (
  on: { project_id: string } | { evidence_id: string } | { finding_id: string } | { policy_id: string },
) =>
  queryOptions({
    queryKey: ["permissions", on],
    queryFn: ({ signal }) => dataOf(api.GET("/auth/permissions", { params: { query: on }, signal })),
    staleTime: 60_000,
    select: ({ permissions }) =>
      new Set(permissions.filter(({ allowed }) => allowed !== "never").map(({ action }) => action)),
  });
