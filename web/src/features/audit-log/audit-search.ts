import { readSearch } from "../../read-search.ts";

/** The filters of the list, and the entry open in the panel, by its position. */
export const readAuditSearch = readSearch({
  q: "text",
  kind: "text",
  from: "day",
  until: "day",
  by: "text",
  subject: "text",
  entry: "number",
  page: "number",
});
export type AuditSearch = ReturnType<typeof readAuditSearch>;
