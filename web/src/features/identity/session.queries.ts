import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, told } from "../../http/client.ts";

export type Profile = AnswerOf<"/auth/profile">;

/** Who is signed in; fails with `isSignedOut` when nobody is. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => told(api.GET("/auth/profile", { signal })),
  staleTime: 60_000,
});

export const waysToSignInQuery = queryOptions({
  queryKey: ["ways-to-sign-in"],
  queryFn: ({ signal }) => told(api.GET("/auth/session/ways", { signal })),
});

/** What may be done on one row of something. */
export const permissionsQuery = (
  on: { project_id: string } | { evidence_id: string } | { finding_id: string } | { policy_id: string },
) =>
  queryOptions({
    queryKey: ["permissions", on],
    queryFn: ({ signal }) => told(api.GET("/auth/permissions", { params: { query: on }, signal })),
    staleTime: 60_000,
    select: ({ permissions }) =>
      new Set(permissions.filter(({ allowed }) => allowed !== "never").map(({ action }) => action)),
  });
