import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { soonEnds } from "../home/is-soon.ts";
import { allPages } from "../../http/all-pages.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import type { DueState } from "./due-states.ts";

export type ControlInProject = AnswerOf<"/controls">["controls"][number];
export type Control = AnswerOf<"/compliance/controls">["controls"][number];

const PAGE_ROWS = 100;

async function pageOf(projectId: string, page: number, signal: AbortSignal) {
  const query = { project_id: projectId, page, limit: PAGE_ROWS };
  return dataOf(api.GET("/compliance/controls", { params: { query }, signal }));
}

/** All controls of a project in the framework's order: one or two pages. */
export const controlsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["controls", projectId, "all"],
    queryFn: async ({ signal }): Promise<Control[]> => {
      const pages = await allPages((page) => pageOf(projectId, page, signal));
      return pages.flatMap(({ controls }) => controls);
    },
  });

/** Which controls of all projects in progress. */
export interface DueFilter {
  /** A user's id or `me`; anyone's by default. */
  owner?: string | undefined;
  due?: DueState | undefined;
  page?: number;
  limit: number;
}

/** The controls of all projects in progress, the earliest due first. */
export const allControlsQuery = ({ owner, due, page = 1, limit }: DueFilter) =>
  queryOptions({
    queryKey: ["controls", "of all projects", { owner, due, page, limit }],
    queryFn: ({ signal }) => {
      const query = {
        project_status: "active,in_audit,on_hold",
        not_applicable: "false" as const,
        page,
        limit,
        ...(owner === undefined ? {} : { owner_id: owner }),
        ...(due === "overdue" ? { overdue: "true" as const } : {}),
        ...(due === "soon" ? { due_before: soonEnds() } : {}),
      };
      return dataOf(api.GET("/controls", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** One control with its ETag. */
export const controlQuery = (projectId: string, controlId: string) =>
  queryOptions({
    queryKey: ["controls", projectId, controlId],
    queryFn: ({ signal }) =>
      dataWithTag(
        api.GET("/projects/{id}/controls/{controlId}", {
          params: { path: { id: projectId, controlId } },
          signal,
        }),
      ),
  });
