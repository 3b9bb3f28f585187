import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { rootApi, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Finding = AnswerOf<"/api/findings">["findings"][number];
export type FindingDetail = AnswerOf<"/api/findings/{id}"> & { tag: string | null };
type ListInput = NonNullable<paths["/api/findings"]["get"]["parameters"]["query"]>;

const loadFindings = (query: ListInput, signal: AbortSignal) =>
  dataOf(rootApi.GET("/api/findings", { params: { query }, signal }));

export const findingListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["findings", "list", query],
    queryFn: ({ signal }) => loadFindings(query, signal),
    placeholderData: keepPreviousData,
  });

/** The pages after the first of a list. */
export const furtherFindings = (query: ListInput) => ({
  queryKey: ["findings", "further", JSON.stringify(query)],
  load: (page: number, signal: AbortSignal) => loadFindings({ ...query, page }, signal),
});

export const findingQuery = (id: string) =>
  queryOptions({
    queryKey: ["findings", "one", id],
    queryFn: ({ signal }) =>
      dataWithTag(rootApi.GET("/api/findings/{id}", { params: { path: { id } }, signal })),
  });

/** The comments before the latest, which come with the finding; loaded again with it. */
export const olderComments = (id: string) => ({
  queryKey: ["findings", "one", id, "comments"],
  load: (page: number, signal: AbortSignal) => {
    const params = { path: { id }, query: { page, limit: 100 } };
    return dataOf(rootApi.GET("/api/findings/{id}/comments", { params, signal }));
  },
});
