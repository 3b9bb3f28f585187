import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type Hit = AnswerOf<"/retrieval/search", "post">["results"][number];

const MAX_HITS = 6;
/** Shorter queries are not useful. */
export const LEAST_LETTERS = 3;

/** The formats of a filter, by the names that the search knows. */
export const FORMATS = {
  pdf: ["pdf"],
  word: ["docx", "doc"],
  excel: ["xlsx", "xls"],
  picture: ["png", "jpg", "jpeg"],
} as const;
export type Format = keyof typeof FORMATS;

interface PassageSearch {
  query: string;
  projectId: string | undefined;
  userId: string;
  format: Format | null;
}

/** The passages of a project's evidence that match by meaning or by words. */
export const passageSearchQuery = ({ query, projectId, userId, format }: PassageSearch) =>
  queryOptions({
    queryKey: ["search", projectId, query, format],
    enabled: projectId !== undefined && query.length >= LEAST_LETTERS,
    queryFn: ({ signal }) => {
      const body = {
        query,
        project_id: projectId!,
        user_id: userId,
        limit: MAX_HITS,
        evidence_types: format === null ? [] : [...FORMATS[format]],
      };
      return dataOf(api.POST("/retrieval/search", { body, signal }));
    },
    placeholderData: keepPreviousData,
  });
