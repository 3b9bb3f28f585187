import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Policy = AnswerOf<"/policies">["policies"][number];
export type PolicyDetail = AnswerOf<"/policies/{id}">;
export type PolicyVersion = AnswerOf<"/policies/{id}/versions">["versions"][number];
export type NewPolicyBody = NonNullable<
  paths["/ai/generate/policy"]["post"]["requestBody"]
>["content"]["application/json"];
type ListInput = NonNullable<paths["/policies"]["get"]["parameters"]["query"]>;

const MAX_VERSIONS = 100;

export const policyListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["policies", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/policies", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Includes the ETag, with which a change states the version it is based on. */
export const policyQuery = (id: string) =>
  queryOptions({
    queryKey: ["policies", "one", id],
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET("/policies/{id}", { params: { path: { id } }, signal });
      return { ...data!.data, tag: response.headers.get("etag") };
    },
  });

export const policyVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["policies", "versions", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/policies/{id}/versions", {
          params: { path: { id }, query: { limit: MAX_VERSIONS } },
          signal,
        }),
      ),
  });

export const policyTypesQuery = queryOptions({
  queryKey: ["policy-types"],
  queryFn: ({ signal }) => dataOf(api.GET("/ai/policy-types", { signal })),
  staleTime: "static",
});
