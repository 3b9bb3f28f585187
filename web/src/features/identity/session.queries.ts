import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";
import { browserZone } from "../../i18n/browser-zone.ts";
import { lacksTimezone } from "./lacks-timezone.ts";

export type Profile = AnswerOf<"/auth/profile">;

/** A time zone that was never chosen is the browser's. */
const inBrowserZone = (profile: Profile): Profile =>
  lacksTimezone(profile)
    ? { ...profile, preferences: { ...profile.preferences, timezone: browserZone() } }
    : profile;

/** The signed-in user; fails with `isSignedOut` if there is none. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => inBrowserZone(await dataOf(api.GET("/auth/profile", { signal }))),
  staleTime: 60_000,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-providers"],
  queryFn: ({ signal }) => dataOf(api.GET("/auth/session/identity-providers", { signal })),
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

type RowsInput = paths["/auth/permissions/rows"]["get"]["parameters"]["query"];

interface AllowedRows {
  on: RowsInput["on"];
  /** Up to 100. */
  ids: readonly string[];
  action: string;
}

/** The rows that the user may do this to. */
export const allowedRowsQuery = ({ on, ids, action }: AllowedRows) =>
  queryOptions({
    queryKey: ["permissions", "rows", on, ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return { permissions: [] };
      const query = { on, ids: [...ids] };
      return dataOf(api.GET("/auth/permissions/rows", { params: { query }, signal }));
    },
    staleTime: 60_000,
    select: ({ permissions }) =>
      new Set(permissions.filter(({ actions }) => actions.includes(action)).map(({ id }) => id)),
  });
