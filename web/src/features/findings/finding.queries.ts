import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, rootApi, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Finding = AnswerOf<"/api/findings">["findings"][number];
export type FindingDetail = AnswerOf<"/api/findings/{id}"> & { tag: string | null };
type ListInput = NonNullable<paths["/api/findings"]["get"]["parameters"]["query"]>;

export const findingListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["findings", "list", query],
    queryFn: ({ signal }) => dataOf(rootApi.GET("/api/findings", { params: { query }, signal })),
    placeholderData: keepPreviousData,
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

const MAX_EVENTS = 50;

/** Without comments, which are beside it. */
export const findingHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ["events", "finding", id],
    queryFn: ({ signal }) => {
      const kind = "finding.created,finding.updated,finding.status_changed";
      const query = { subject_id: id, kind, limit: MAX_EVENTS };
      return dataOf(api.GET("/events", { params: { query }, signal }));
    },
  });
