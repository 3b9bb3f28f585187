import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type Hit = AnswerOf<"/retrieval/search", "post">["results"][number];

const MOST_HITS = 6;
/** Shorter queries are not useful. */
export const LEAST_LETTERS = 3;

/** The passages of a project's evidence that match by meaning or by words. */
export const passageSearchQuery = (query: string, projectId: string | undefined, userId: string) =>
  queryOptions({
    queryKey: ["search", projectId, query],
    enabled: projectId !== undefined && query.length >= LEAST_LETTERS,
    queryFn: ({ signal }) => {
      const body = { query, project_id: projectId!, user_id: userId, limit: MOST_HITS, evidence_types: [] };
      return dataOf(api.POST("/retrieval/search", { body, signal }));
    },
    placeholderData: keepPreviousData,
  });
