import { readSearch } from "../../read-search.ts";

/** Which evidence of a project is shown. */
export const readEvidenceSearch = readSearch({
  q: "text",
  status: "text",
  reading: "text",
  control: "text",
  page: "number",
});
export type EvidenceSearch = ReturnType<typeof readEvidenceSearch>;
