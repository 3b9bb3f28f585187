import { useOverlaySearch } from "../../ui/use-overlay-search.ts";
import { useProjectHere } from "../evidence/use-project-here.ts";
import { useFoundProjects } from "../projects/use-found-projects.ts";
import { useUnlistedProjects, type BasicProject } from "../projects/use-unlisted-projects.ts";

/** Each is a search of its own. */
const MAX_SEARCHED = 3;
const LATEST = { sort: "updated_at", order: "desc" } as const;

interface Names {
  text: string | undefined;
  set: (text: string | undefined) => void;
}

export interface Scope {
  /** The projects to choose from: the latest first, after the chosen one if it is none of them. */
  projects: readonly BasicProject[];
  /** Finds projects to choose from by name; null if all are listed. */
  names: Names | null;
  chosen: BasicProject | undefined;
  choose: (id: string | undefined) => void;
  /** The projects whose evidence is searched: the chosen one, otherwise the latest ones. */
  searched: readonly BasicProject[];
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
  const listed = projects.find((project) => project.id === id);
  const isBeyond = id !== undefined && id !== "all" && query.data !== undefined && listed === undefined;
  const [unlisted] = useUnlistedProjects(isBeyond ? [id] : []);
  const chosen = listed ?? unlisted;
  return {
    projects: listed === undefined && chosen !== undefined ? [chosen, ...projects] : projects,
    names: isSearchable ? { text: search, set: setSearch } : null,
    chosen,
    choose: (next) => change({ findIn: next ?? "all" }),
    isAll: latest.length <= MAX_SEARCHED,
    searched: chosen === undefined ? latest.slice(0, MAX_SEARCHED) : [chosen],
  };
}
