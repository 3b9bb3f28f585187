import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { ApiError } from "../../http/api-error.ts";
import { api, rootApi, dataOf } from "../../http/client.ts";

export type Backlog = AnswerOf<"/system/backlog">;
export type Dependencies = AnswerOf<"/api/ready">["dependencies"];

/** Polling interval. */
const LOOK_MS = 10_000;

/** A 503 also lists the dependencies, in its details. */
async function readDependencies(signal: AbortSignal): Promise<Dependencies> {
  try {
    return (await dataOf(rootApi.GET("/api/ready", { signal }))).dependencies;
  } catch (error) {
    if (error instanceof ApiError && "dependencies" in error.details)
      return error.details["dependencies"] as Dependencies;
    throw error;
  }
}

export const dependenciesQuery = queryOptions({
  queryKey: ["system", "dependencies"],
  queryFn: ({ signal }) => readDependencies(signal),
  refetchInterval: LOOK_MS,
});

export const healthQuery = queryOptions({
  queryKey: ["system", "health"],
  queryFn: ({ signal }) => dataOf(rootApi.GET("/api/health", { signal })),
  refetchInterval: LOOK_MS,
});

export const backlogQuery = queryOptions({
  queryKey: ["system", "backlog"],
  queryFn: ({ signal }) => dataOf(api.GET("/system/backlog", { signal })),
  refetchInterval: LOOK_MS,
});
