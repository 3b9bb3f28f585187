import { readSearch } from "../../read-search.ts";
import { DIRECTIONS, type Sorting } from "../../ui/sorting.ts";

/** `finding` is the id in the panel, `new` or `import`; `move` is the status to which the panel should move it, and `edit` opens its form. */
export const readFindingsSearch = readSearch({
  q: "text",
  status: "text",
  severity: "text",
  assigned: "text",
  view: "text",
  finding: "text",
  move: "text",
  edit: "text",
  sort: ["severity", "title", "status", "due_date"],
  order: DIRECTIONS,
  page: "number",
});
export type FindingsSearch = ReturnType<typeof readFindingsSearch>;
export type FindingsSorting = Sorting<NonNullable<FindingsSearch["sort"]>>;

/** The address with another finding in the panel, or none: neither the form nor the move of the one before. */
export const withFinding =
  (finding?: string, move?: string) =>
  <T extends object>(before: T) => ({ ...before, finding, move, edit: undefined });
