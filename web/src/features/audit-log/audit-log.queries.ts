import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type AuditEntry = AnswerOf<"/audit-log">["entries"][number];
export type AuditInput = NonNullable<paths["/audit-log"]["get"]["parameters"]["query"]>;

export const auditListQuery = (query: AuditInput) =>
  queryOptions({
    queryKey: ["audit", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/audit-log", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** One entry by its position; null if there is none that the user may see. */
export const auditEntryQuery = (position: number) =>
  queryOptions({
    queryKey: ["audit", "one", position],
    queryFn: async ({ signal }) => {
      const { entries } = await dataOf(api.GET("/audit-log", { params: { query: { position } }, signal }));
      return entries.at(0) ?? null;
    },
    // Entries never change.
    staleTime: "static",
  });

/** The first entries after a position, in order. */
export const entriesOf = (page: number, limit: number, signal: AbortSignal) =>
  dataOf(
    api.GET("/audit-log", { params: { query: { sort: "position", order: "asc", page, limit } }, signal }),
  );
