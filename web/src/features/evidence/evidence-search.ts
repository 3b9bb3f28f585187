import { readSearch } from "../../read-search.ts";

/** The filters of the evidence list. */
export const readEvidenceSearch = readSearch({
  q: "text",
  status: "text",
  reading: "text",
  control: "text",
  quality: "text",
  page: "number",
});
export type EvidenceSearch = ReturnType<typeof readEvidenceSearch>;
