import { CONTROL_STATUSES } from "../../../../domain/controls/control.rules.ts";
import { TRUST_CATEGORIES } from "../../../../domain/frameworks/framework.rules.ts";
import { readSearch } from "../../read-search.ts";
import { DIRECTIONS, type Sorting } from "../../ui/sorting.ts";
import { DUE_STATES } from "./due-states.ts";
import { CONTROL_COLUMNS } from "./sort-controls.ts";

/** The filters and the order of the list, and the control open in the panel. */
export const readControlsSearch = readSearch({
  q: "text",
  status: CONTROL_STATUSES,
  category: "text",
  trust: TRUST_CATEGORIES,
  owner: "text",
  due: DUE_STATES,
  sort: CONTROL_COLUMNS,
  order: DIRECTIONS,
  view: ["board"],
  control: "text",
});
export type ControlsSearch = ReturnType<typeof readControlsSearch>;
export type ControlsSorting = Sorting<NonNullable<ControlsSearch["sort"]>>;
