import { readSearch } from "../../read-search.ts";

/** Which findings of a project are shown, and which of them in the panel. */
export const readFindingsSearch = readSearch({
  q: "text",
  status: "text",
  severity: "text",
  finding: "text",
  page: "number",
});
export type FindingsSearch = ReturnType<typeof readFindingsSearch>;
