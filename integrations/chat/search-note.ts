import { isCompleteSearch } from "../../domain/answers/is-complete-search.rules.ts";

/** The note on an answer to which a part of the search did not contribute; empty if all did. */
export function searchNote(degraded: readonly string[], { found }: { found: boolean }): string {
  const lacks = new Set(degraded);
  if (!found && !isCompleteSearch(degraded, { found }))
    return "Part of the search was unavailable, so results may be missing: try again shortly.";
  if (lacks.has("index"))
    return "The search index lacks some passages, so results may be missing: try again later.";
  if (lacks.has("semantic")) return "Part of the search was unavailable: these results match words only.";
  // A keyword search without matches looks like an unavailable one if the other search has results.
  if (lacks.has("keyword"))
    return "These results match by meaning only: no passage has these words, or the word search was unavailable.";
  return "";
}
