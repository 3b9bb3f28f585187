import { readSearch } from "../../read-search.ts";
import { DIRECTIONS, type Sorting } from "../../ui/sorting.ts";

/** The filters and the order of the evidence list. */
export const readEvidenceSearch = readSearch({
  q: "text",
  status: "text",
  reading: "text",
  control: "text",
  quality: "text",
  sort: ["title", "status", "quality_score", "uploaded_at", "expires_at"],
  order: DIRECTIONS,
  page: "number",
});
export type EvidenceSearch = ReturnType<typeof readEvidenceSearch>;
export type EvidenceSorting = Sorting<NonNullable<EvidenceSearch["sort"]>>;
