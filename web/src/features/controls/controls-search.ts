import { readSearch } from "../../read-search.ts";
import { DIRECTIONS, type Sorting } from "../../ui/sorting.ts";
import { CONTROL_COLUMNS } from "./sort-controls.ts";

/** The filters and the order of the list, and the control open in the panel. */
export const readControlsSearch = readSearch({
  q: "text",
  status: "text",
  category: "text",
  trust: "text",
  owner: "text",
  sort: CONTROL_COLUMNS,
  order: DIRECTIONS,
  view: "text",
  control: "text",
});
export type ControlsSearch = ReturnType<typeof readControlsSearch>;
export type ControlsSorting = Sorting<NonNullable<ControlsSearch["sort"]>>;
