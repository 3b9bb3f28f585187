import { readSearch } from "../../read-search.ts";

/** The filters of the list, and the control open in the panel. */
export const readControlsSearch = readSearch({
  q: "text",
  status: "text",
  category: "text",
  trust: "text",
  owner: "text",
  view: "text",
  control: "text",
});
export type ControlsSearch = ReturnType<typeof readControlsSearch>;
