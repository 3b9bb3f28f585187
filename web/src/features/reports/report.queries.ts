import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import { pollWhile } from "../../http/poll-while.ts";
import type { paths } from "../../http/schema.d.ts";

export type Report = AnswerOf<"/reports">["reports"][number];
type ListInput = NonNullable<paths["/reports"]["get"]["parameters"]["query"]>;

/** Polling interval while a report is being built. */
const WATCH_MS = 1_500;

const isInProgress = ({ status }: Report): boolean => status === "queued" || status === "building";

export const reportListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["reports", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/reports", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollWhile(({ reports }: AnswerOf<"/reports">) => reports.some(isInProgress), WATCH_MS),
  });
