import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";
import { foundPeople } from "./found-people.ts";

export type User = AnswerOf<"/users">["users"][number];
export type NewUserFields = NonNullable<
  paths["/users"]["post"]["requestBody"]
>["content"]["application/json"];
type ListInput = NonNullable<paths["/users"]["get"]["parameters"]["query"]>;

export const userListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["users", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/users", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

const MAX_ACCOUNTS = 100;

/** Users who can be a manager: active managers and administrators. */
export const managersQuery = (search: string) =>
  foundPeople("managers", search, async (wanted, signal) => {
    const some = { role: "manager,admin", status: "active", sort: "name", order: "asc" } as const;
    return (await dataOf(api.GET("/users", { params: { query: { ...some, ...wanted } }, signal }))).users;
  });

/** The accounts at identity providers with which a user signs in. */
export const providerAccountsQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "provider-accounts", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/users/{id}/upstream-accounts", {
          params: { path: { id }, query: { limit: MAX_ACCOUNTS } },
          signal,
        }),
      ),
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => dataWithTag(api.GET("/users/{id}", { params: { path: { id } }, signal })),
  });
