import { readSearch } from "../../read-search.ts";
import { DUE_STATES } from "./due-states.ts";

/** Whose controls are listed: the user's own by default. */
export const ANYONE = "anyone";

/** The filters of the controls of all projects. */
export const readAllControlsSearch = readSearch({
  owner: "text",
  due: DUE_STATES,
  page: "number",
});
