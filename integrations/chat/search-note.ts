import { isCompleteSearch } from "../../domain/answers/is-complete-search.rules.ts";

/** The note on an answer to which a part of the search did not contribute; empty if all did. */
export function searchNote(degraded: readonly string[], { found }: { found: boolean }): string {
  const lacks = new Set(degraded);
  if (!found && !isCompleteSearch(degraded, { found }))
    return "Part of the search did not answer, so there may be something: ask again shortly.";
  if (lacks.has("index"))
    return "The search index lacks some passages, so there may be more: ask again later.";
  if (lacks.has("semantic")) return "Part of the search did not answer: this was found by words alone.";
  // A keyword search without matches looks like an unavailable one if the other search has results.
  if (lacks.has("keyword"))
    return "Found by meaning alone: no passage has these words, or they could not be looked for.";
  return "";
}
