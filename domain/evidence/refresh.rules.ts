import type { Evidence } from "./evidence.entity.ts";
import { isUnfinished } from "./evidence.rules.ts";

/**
 * What a change of the metadata requires. `passages`: they were made for another title. `score`: only the
 * inputs of the quality changed. `nothing`: the file could not be read.
 */
export type RefreshPlan = "passages" | "score" | "nothing";

/** `wait` while the file is being read for the first time. */
export function refreshPlan({
  chunkingStatus,
  indexedTitle,
  title,
}: Pick<Evidence, "chunkingStatus" | "indexedTitle" | "title">): RefreshPlan | "wait" {
  if (isUnfinished(chunkingStatus)) return "wait";
  if (chunkingStatus !== "COMPLETED") return "nothing";
  return indexedTitle === title ? "score" : "passages";
}
