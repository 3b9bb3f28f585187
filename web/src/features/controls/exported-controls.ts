import type { paths } from "../../http/schema.d.ts";
import { soonEnds } from "../home/is-soon.ts";
import { sortParameters } from "../../ui/sorting.ts";
import type { ControlsSearch } from "./controls-search.ts";
import { NOBODY } from "./nobody.ts";

type ListInput = paths["/compliance/controls"]["get"]["parameters"]["query"];

/** The columns by which the API sorts, too. */
const SORTED = ["title", "status", "progress", "due_date"] as const;

/**
 * The request for the controls that the address selects, in its order; null if the API cannot select them: a file with
 * others would be mistaken for what the table shows.
 */
export function exportedControls(projectId: string, search: ControlsSearch): ListInput | null {
  const { q, status, category, trust, owner, due, ...order } = search;
  const sort = SORTED.find((column) => column === order.sort);
  if (trust !== undefined || owner === NOBODY) return null;
  return {
    project_id: projectId,
    ...(q === undefined ? {} : { search: q, search_fields: ["number", "title"] }),
    // Those that do not apply have no status in the table.
    ...(status === undefined ? {} : { status, not_applicable: "false" }),
    ...(category === undefined ? {} : { category: [category] }),
    owner_id: owner,
    ...(due === "overdue" ? { overdue: "true" as const } : {}),
    ...(due === "soon" ? { due_before: soonEnds() } : {}),
    ...sortParameters({ sort, order: order.order }),
  };
}
