import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type FailedWorkflow = AnswerOf<"/system/workflows">["workflows"][number];
type ListInput = NonNullable<paths["/system/workflows"]["get"]["parameters"]["query"]>;

/** No event says that a retried workflow failed again. */
const LOOK_MS = 10_000;

export const failedWorkflowsQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["workflows", query],
    queryFn: ({ signal }) => dataOf(api.GET("/system/workflows", { params: { query }, signal })),
    refetchInterval: LOOK_MS,
  });
