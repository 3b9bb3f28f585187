import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Integration = AnswerOf<"/integrations">["integrations"][number];
export type IntegrationKind = Integration["kind"];
export type LinkedAccount = AnswerOf<"/linked-accounts">["linked_accounts"][number];
type AccountsInput = NonNullable<paths["/linked-accounts"]["get"]["parameters"]["query"]>;

export const integrationListQuery = queryOptions({
  queryKey: ["integrations"],
  queryFn: ({ signal }) => dataOf(api.GET("/integrations", { signal })),
});

/** The linked accounts of all users. */
export const accountListQuery = (query: AccountsInput) =>
  queryOptions({
    queryKey: ["linked-accounts", query],
    queryFn: ({ signal }) => dataOf(api.GET("/linked-accounts", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
