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

const VERSIONS_PER_PAGE = 25;

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

/** The latest first. */
export const policyVersionsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ["policies", "versions", id, page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/policies/{id}/versions", {
          params: { path: { id }, query: { limit: VERSIONS_PER_PAGE, page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** One version with its text; null if the policy does not have it. */
export const policyVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ["policies", "version", id, version],
    queryFn: async ({ signal }): Promise<PolicyVersion | null> => {
      const params = { path: { id }, query: { version } };
      const { versions } = await dataOf(api.GET("/policies/{id}/versions", { params, signal }));
      return versions[0] ?? null;
    },
  });

export const policyTypesQuery = queryOptions({
  queryKey: ["policy-types"],
  queryFn: ({ signal }) => dataOf(api.GET("/ai/policy-types", { signal })),
  staleTime: "static",
});
