import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import { FORMATS, type Format } from "./formats.ts";
import { isRelevant } from "./is-relevant.ts";

export type Hit = AnswerOf<"/retrieval/search", "post">["results"][number];

const MAX_HITS = 6;
/** Shorter queries are not useful. */
export const LEAST_LETTERS = 3;

interface PassageSearch {
  query: string;
  projectIds: readonly string[];
  userId: string;
  format: Format | null;
}

/** The search service searches one project at a time; the results of several are ordered by similarity. */
const inOrder = (found: readonly Hit[][]): Hit[] =>
  found.length === 1
    ? found[0]!
    : found
        .flat()
        .toSorted((a, b) => b.similarity - a.similarity)
        .slice(0, MAX_HITS);

/** The passages of these projects' evidence that match by meaning or by words. */
export const passageSearchQuery = ({ query, projectIds, userId, format }: PassageSearch) =>
  queryOptions({
    queryKey: ["search", projectIds, query, format],
    enabled: projectIds.length > 0 && query.length >= LEAST_LETTERS,
    queryFn: async ({ signal }) => {
      const types = format === null ? [] : [...FORMATS[format]];
      const fields = { query, user_id: userId, limit: MAX_HITS, evidence_types: types };
      const found = projectIds.map((id) =>
        dataOf(api.POST("/retrieval/search", { body: { ...fields, project_id: id }, signal })),
      );
      return inOrder((await Promise.all(found)).map(({ results }) => results.filter(isRelevant)));
    },
    // People see at once that the search fails; the next letter tries again.
    retry: false,
    placeholderData: keepPreviousData,
  });
