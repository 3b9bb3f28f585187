import { FORMAT_NAMES } from "./features/search/formats.ts";
import { readSearch } from "./read-search.ts";

/** What is chosen above any page: in the search, and in the notifications. Without any of these, both are closed. */
export const readOverlaySearch = readSearch({
  find: "text",
  findFormat: FORMAT_NAMES,
  /** A project's id, or "all". */
  findIn: "text",
  notifications: ["all"],
});
export type OverlaySearch = ReturnType<typeof readOverlaySearch>;
