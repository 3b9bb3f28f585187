import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOverlaySearch } from "../../ui/use-overlay-search.ts";
import { useProjectHere } from "../evidence/use-project-here.ts";
import { projectQuery, type Project } from "../projects/project.queries.ts";
import { useFoundProjects } from "../projects/use-found-projects.ts";

/** Each is a search of its own. */
const MAX_SEARCHED = 3;
const LATEST = { sort: "updated_at", order: "desc" } as const;

/** Without what only the list has. */
export type SearchedProject = Omit<Project, "risk" | "waiting_reviews" | "next_milestone">;

interface Names {
  text: string | undefined;
  set: (text: string | undefined) => void;
}

export interface Scope {
  /** The projects to choose from: the latest first, after the chosen one if it is none of them. */
  projects: readonly SearchedProject[];
  /** Finds projects to choose from by name; null if all are listed. */
  names: Names | null;
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
  const { query, search, setSearch, isSearchable } = useFoundProjects(LATEST);
  // Without a name: the same list until one is typed.
  const latest = useFoundProjects(LATEST).query.data?.projects ?? [];
  const projects = query.data?.projects ?? [];
  const isChosen = (project: SearchedProject): boolean => project.id === id;
  const listed = projects.find(isChosen);
  const [seen, setSeen] = useState<SearchedProject>();
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const isBeyond = id !== undefined && id !== "all" && query.data !== undefined && listed === undefined;
  const other = useQuery({ ...projectQuery(id ?? ""), enabled: isBeyond }).data;
  // Listed a moment ago: without it, all would be searched until it is read.
  const unlisted = latest.find(isChosen) ?? other ?? (seen?.id === id ? seen : undefined);
  const chosen = listed ?? (isBeyond ? unlisted : undefined);
  return {
    projects: listed === undefined && chosen !== undefined ? [chosen, ...projects] : projects,
    names: isSearchable ? { text: search, set: setSearch } : null,
    chosen,
    choose: (next) => change({ findIn: next ?? "all" }),
    isAll: latest.length <= MAX_SEARCHED,
    searched: chosen === undefined ? latest.slice(0, MAX_SEARCHED) : [chosen],
  };
}
