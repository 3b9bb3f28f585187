import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { allPages } from "../../http/all-pages.ts";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import { pollWhile } from "../../http/poll-while.ts";
import { isLive } from "../../live/live-state.ts";
import type { paths } from "../../http/schema.d.ts";

export type Evidence = AnswerOf<"/evidence">["evidence"][number];
export type EvidenceDetail = AnswerOf<"/evidence/{id}"> & { tag: string | null };
export type SuggestedControl = AnswerOf<"/evidence/{id}/suggested-controls">["suggestions"][number];
type ListInput = NonNullable<paths["/evidence"]["get"]["parameters"]["query"]>;

/** Polling interval while a file is being read: its steps have no events. */
const LOOK_MS = 2_000;
/** The same for lists, which show only the end; an event announces it. */
const LOOK_WITH_EVENTS_MS = 30_000;

const isBeingRead = ({ chunking_status: status }: { chunking_status: string }): boolean =>
  status === "PENDING" || status === "PROCESSING";

const loadEvidence = (query: ListInput, signal: AbortSignal) =>
  dataOf(api.GET("/evidence", { params: { query }, signal }));

export const evidenceListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["evidence", "list", query],
    queryFn: ({ signal }) => loadEvidence(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.data?.evidence.some(isBeingRead) !== true) return false;
      return isLive() ? LOOK_WITH_EVENTS_MS : LOOK_MS;
    },
  });

/** The pages after the first of a list. */
export const furtherEvidence = (query: ListInput) => ({
  queryKey: ["evidence", "further", JSON.stringify(query)],
  load: (page: number, signal: AbortSignal) => loadEvidence({ ...query, page }, signal),
});

const FILED_PER_PAGE = 100;

/** All evidence that was filed from the policies of a project, the latest first: which version is approved. */
export const filedPoliciesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["evidence", "filed", projectId],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, from_policy: "true", limit: FILED_PER_PAGE } as const;
      const pages = await allPages((page) => loadEvidence({ ...query, page }, signal));
      return pages.flatMap(({ evidence }) => evidence);
    },
  });

export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: ["evidence", "one", id],
    queryFn: ({ signal }) => dataWithTag(api.GET("/evidence/{id}", { params: { path: { id } }, signal })),
    refetchInterval: pollWhile(isBeingRead, LOOK_MS),
  });

/** The steps of a running ingestion. */
export const ingestionQuery = (id: string) =>
  queryOptions({
    queryKey: ["evidence", "ingestion", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/evidence/{id}/ingestion", { params: { path: { id } }, signal })),
    refetchInterval: pollWhile(isBeingRead, LOOK_MS / 2, true),
  });

/** Further controls that it could serve. */
export const suggestedControlsQuery = (id: string) =>
  queryOptions({
    queryKey: ["evidence", "suggested-controls", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/evidence/{id}/suggested-controls", { params: { path: { id } }, signal })),
    staleTime: 60_000,
  });

const VERSIONS_PER_PAGE = 25;

const loadVersions = (id: string, page: number, signal: AbortSignal) => {
  const params = { path: { id }, query: { page, limit: VERSIONS_PER_PAGE } };
  return dataOf(api.GET("/evidence/{id}/versions", { params, signal }));
};

/** The latest versions of a piece of evidence, given any of them. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["evidence", "versions", id],
    queryFn: ({ signal }) => loadVersions(id, 1, signal),
  });

/** The versions before those; loaded again with them. */
export const olderVersions = (id: string) => ({
  queryKey: ["evidence", "versions", id, "older"],
  load: (page: number, signal: AbortSignal) => loadVersions(id, page, signal),
});

/** One passage of a file, by its position in it. */
export const passageQuery = (id: string, ordinal: number) =>
  queryOptions({
    queryKey: ["evidence", "passage", id, ordinal],
    queryFn: async ({ signal }) => {
      const query = { page: ordinal + 1, limit: 1 };
      const { passages } = await dataOf(
        api.GET("/evidence/{id}/passages", { params: { path: { id }, query }, signal }),
      );
      return passages[0] ?? null;
    },
    staleTime: 300_000,
  });

/** The extracted text of a file, by pages of passages. Fetched again once the file has been read. */
export const passagesQuery = ({ id, chunking_status: reading }: Pick<Evidence, "id" | "chunking_status">) =>
  infiniteQueryOptions({
    queryKey: ["evidence", "passages", id, reading],
    queryFn: ({ pageParam: page, signal }) =>
      dataOf(
        api.GET("/evidence/{id}/passages", {
          params: { path: { id }, query: { page, limit: 100 } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    staleTime: 300_000,
  });
