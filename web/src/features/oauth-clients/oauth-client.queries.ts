import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type OauthClient = AnswerOf<"/oauth-clients">["oauth_clients"][number];
export type NewClient = NonNullable<
  paths["/oauth-clients"]["post"]["requestBody"]
>["content"]["application/json"];
type ListInput = NonNullable<paths["/oauth-clients"]["get"]["parameters"]["query"]>;

export const oauthClientListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["oauth-clients", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/oauth-clients", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const oauthClientQuery = (id: string) =>
  queryOptions({
    queryKey: ["oauth-clients", "one", id],
    queryFn: ({ signal }) =>
      dataWithTag(api.GET("/oauth-clients/{id}", { params: { path: { id } }, signal })),
  });
