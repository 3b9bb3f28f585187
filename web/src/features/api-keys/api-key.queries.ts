import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type ApiKey = AnswerOf<"/api-keys">["api_keys"][number];
export type NewApiKey = NonNullable<paths["/api-keys"]["post"]["requestBody"]>["content"]["application/json"];
type ListInput = NonNullable<paths["/api-keys"]["get"]["parameters"]["query"]>;

export const apiKeyListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["api-keys", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/api-keys", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const apiKeyQuery = (id: string) =>
  queryOptions({
    queryKey: ["api-keys", "one", id],
    queryFn: ({ signal }) => dataOf(api.GET("/api-keys/{id}", { params: { path: { id } }, signal })),
  });
