import { PROJECT_STATUSES } from "../../../../domain/projects/project.rules.ts";
import { readSearch } from "../../read-search.ts";
import { DIRECTIONS, type Sorting } from "../../ui/sorting.ts";

/** The filters and the order of the projects. */
export const readProjectsSearch = readSearch({
  q: "text",
  status: PROJECT_STATUSES,
  sort: ["name", "framework", "status", "compliance_score"],
  order: DIRECTIONS,
  page: "number",
});
export type ProjectsSearch = ReturnType<typeof readProjectsSearch>;
export type ProjectsSorting = Sorting<NonNullable<ProjectsSearch["sort"]>>;
