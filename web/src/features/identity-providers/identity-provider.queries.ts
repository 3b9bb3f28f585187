import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type IdentityProvider = AnswerOf<"/identity-providers">["identity_providers"][number];
type ListInput = NonNullable<paths["/identity-providers"]["get"]["parameters"]["query"]>;

export const identityProviderListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["identity-providers", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/identity-providers", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const identityProviderQuery = (id: string) =>
  queryOptions({
    queryKey: ["identity-providers", "one", id],
    queryFn: ({ signal }) =>
      dataWithTag(api.GET("/identity-providers/{id}", { params: { path: { id } }, signal })),
  });
