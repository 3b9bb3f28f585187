import type { Evidence } from "./evidence.queries.ts";

/** Whether evidence counts again only with a new file, which is then uploaded beside its review. */
export const isToReplace = ({ status, reviewed_at: at }: Pick<Evidence, "status" | "reviewed_at">): boolean =>
  at !== null && (status === "rejected" || status === "expired");
