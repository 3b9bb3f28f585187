import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { projectQuery, type Project } from "./project.queries.ts";

/** Without what only the list has. */
export type BasicProject = Omit<Project, "risk" | "waiting_reviews" | "next_milestone">;

/** Projects that a list lacks, by id. Until they are read, as an earlier list had them: chosen ones stay in sight. */
export function useUnlistedProjects(ids: readonly string[]): BasicProject[] {
  const queries = useQueryClient();
  const read = useQueries({ queries: ids.map((id) => projectQuery(id)) });
  const listed = queries
    .getQueriesData<AnswerOf<"/projects">>({ queryKey: ["projects", "list"] })
    .flatMap(([, list]) => list?.projects ?? []);
  return ids.flatMap((id, n) => read[n]?.data ?? listed.find((project) => project.id === id) ?? []);
}
