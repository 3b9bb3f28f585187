import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { allPages } from "../../http/all-pages.ts";
import { api, rootApi, dataOf, dataWithTag } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Project = AnswerOf<"/projects">["projects"][number];
export type ProjectDetail = AnswerOf<"/projects/{id}">;
export type Score = AnswerOf<"/compliance/score">;
export type Gap = AnswerOf<"/compliance/gaps">["gaps"][number];
export type Milestone = AnswerOf<"/projects/{id}/milestones">["milestones"][number];
export type Event = AnswerOf<"/events">["events"][number];
type ListInput = NonNullable<paths["/projects"]["get"]["parameters"]["query"]>;

/** The period of the chart, in days. */
const HISTORY_DAYS = 90;
const DAY_MS = 86_400_000;
const PEOPLE_PER_PAGE = 100;
const EVENTS_PER_PAGE = 20;

export const projectListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["projects", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/projects", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

const MAX_LATEST = 6;

/** The projects that changed last, whatever their status. */
export const latestProjectsQuery = projectListQuery({ limit: MAX_LATEST, sort: "updated_at", order: "desc" });

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ["projects", "one", id],
    queryFn: ({ signal }) => dataWithTag(api.GET("/projects/{id}", { params: { path: { id } }, signal })),
  });

export const milestonesQuery = (id: string) =>
  queryOptions({
    queryKey: ["projects", "milestones", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/projects/{id}/milestones", { params: { path: { id } }, signal })),
  });

/** Everyone in a project, by name: a team has at most 100 members, and these and their managers fill few pages. */
export const peopleQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["people", projectId],
    queryFn: async ({ signal }) => {
      const pages = await allPages((page) => {
        const params = { path: { id: projectId }, query: { page, limit: PEOPLE_PER_PAGE } };
        return dataOf(api.GET("/projects/{id}/people", { params, signal }));
      });
      return { people: pages.flatMap(({ people }) => people) };
    },
    staleTime: 60_000,
  });

/** The current figures with the contribution of each control, or those at the end of a past day. */
export const scoreQuery = (projectId: string, asOf?: string) =>
  queryOptions({
    queryKey: ["compliance", "score", projectId, asOf ?? "now"],
    queryFn: ({ signal }) => {
      const when = asOf === undefined ? { explain: "true" as const } : { as_of: asOf };
      const query = { project_id: projectId, ...when };
      return dataOf(api.GET("/compliance/score", { params: { query }, signal }));
    },
  });

/** The scores of the days before now, or before a past day. */
export const scoreHistoryQuery = (projectId: string, asOf?: string) =>
  queryOptions({
    queryKey: ["compliance", "history", projectId, asOf ?? "now"],
    queryFn: ({ signal }) => {
      const end = asOf === undefined ? Date.now() : Date.parse(asOf);
      const from = new Date(end - HISTORY_DAYS * DAY_MS).toISOString().slice(0, 10);
      const query = { project_id: projectId, from, limit: 100, to: asOf };
      return dataOf(api.GET("/compliance/score/history", { params: { query }, signal }));
    },
  });

/** The current risk, or that at the end of a past day. */
export const riskQuery = (projectId: string, asOf?: string) =>
  queryOptions({
    queryKey: ["compliance", "risk", projectId, asOf ?? "now"],
    queryFn: ({ signal }) => {
      const query = { project_id: projectId, as_of: asOf };
      return dataOf(rootApi.GET("/api/compliance/risk", { params: { query }, signal }));
    },
  });

export const gapsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["compliance", "gaps", projectId],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/compliance/gaps", { params: { query: { project_id: projectId } }, signal })),
  });

interface Activity {
  projectId: string;
  before: string | undefined;
}

const loadActivity = ({ projectId, before }: Activity, page: number, signal: AbortSignal) => {
  const until = before === undefined ? {} : { created_before: before };
  const query = { project_id: projectId, page, limit: EVENTS_PER_PAGE, ...until };
  return dataOf(api.GET("/events", { params: { query }, signal }));
};

/** The latest events, or the latest before a time. */
export const activityQuery = (projectId: string, before?: string) =>
  queryOptions({
    queryKey: ["events", projectId, before ?? "now"],
    queryFn: ({ signal }) => loadActivity({ projectId, before }, 1, signal),
  });

/** The events before those; loaded again with them. */
export const olderActivity = (projectId: string, before?: string) => ({
  queryKey: ["events", projectId, before ?? "now", "older"],
  load: (page: number, signal: AbortSignal) => loadActivity({ projectId, before }, page, signal),
});
