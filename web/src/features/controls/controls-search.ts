import { readSearch } from "../../read-search.ts";

/** Which controls are shown, and which of them in the panel. */
export const readControlsSearch = readSearch({
  q: "text",
  status: "text",
  category: "text",
  control: "text",
});
export type ControlsSearch = ReturnType<typeof readControlsSearch>;
