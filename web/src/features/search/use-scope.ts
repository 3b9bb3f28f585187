import { useQuery } from "@tanstack/react-query";
import { useOverlaySearch } from "../../ui/use-overlay-search.ts";
import { useProjectHere } from "../evidence/use-project-here.ts";
import { projectListQuery, projectQuery, type Project } from "../projects/project.queries.ts";

const MAX_PROJECTS = 100;
/** Each is a search of its own. */
const MAX_SEARCHED = 3;

/** Without what only the list has. */
export type SearchedProject = Omit<Project, "risk" | "waiting_reviews" | "next_milestone">;

export interface Scope {
  /** The projects to choose from: the latest first, after the chosen one if it is none of them. */
  projects: readonly SearchedProject[];
  chosen: SearchedProject | undefined;
  choose: (id: string | undefined) => void;
  /** The projects whose evidence is searched: the chosen one, otherwise the latest ones. */
  searched: readonly SearchedProject[];
  /** Whether all are searched if none is chosen. */
  isAll: boolean;
}

/** Where to search: first in the project of the current screen. */
export function useScope(): Scope {
  const here = useProjectHere();
  const [{ findIn }, change] = useOverlaySearch();
  const id = findIn ?? here() ?? undefined;
  const { data } = useQuery(projectListQuery({ limit: MAX_PROJECTS, sort: "updated_at", order: "desc" }));
  const projects = data?.projects ?? [];
  const listed = projects.find((project) => project.id === id);
  const isBeyond = id !== undefined && id !== "all" && data !== undefined && listed === undefined;
  const other = useQuery({ ...projectQuery(id ?? ""), enabled: isBeyond }).data;
  const chosen = listed ?? (isBeyond ? other : undefined);
  return {
    projects: listed === undefined && chosen !== undefined ? [chosen, ...projects] : projects,
    chosen,
    choose: (next) => change({ findIn: next ?? "all" }),
    isAll: projects.length <= MAX_SEARCHED,
    searched: chosen === undefined ? projects.slice(0, MAX_SEARCHED) : [chosen],
  };
}
