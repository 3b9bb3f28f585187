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

const MAX_MANAGERS = 100;

/** Users who can be a manager: active managers and administrators. */
export const managersQuery = userListQuery({
  role: "manager,admin",
  status: "active",
  limit: MAX_MANAGERS,
  sort: "name",
  order: "asc",
});

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => dataWithTag(api.GET("/users/{id}", { params: { path: { id } }, signal })),
  });
