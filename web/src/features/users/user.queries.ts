import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

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

/** The list shows this many managers; typing finds others. */
const MAX_MANAGERS = 50;
const MAX_ACCOUNTS = 100;

/** Users who can be a manager, by name or address: active managers and administrators. */
export const managersQuery = (search: string) =>
  queryOptions({
    queryKey: ["users", "managers", search],
    queryFn: async ({ signal }) => {
      const some = { role: "manager,admin", status: "active", limit: MAX_MANAGERS } as const;
      const found = search === "" ? {} : { search };
      const query = { ...some, ...found, sort: "name", order: "asc" } as const;
      const { users } = await dataOf(api.GET("/users", { params: { query }, signal }));
      return users.map(({ id, name, email }) => ({ id, name, email }));
    },
    placeholderData: keepPreviousData,
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
