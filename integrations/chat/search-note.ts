import { isCompleteSearch } from "../../domain/answers/is-complete-search.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";

/** The note on an answer to which a part of the search did not contribute; empty if all did. */
export function searchNote(
  degraded: readonly string[],
  { found }: { found: boolean },
  { chats: { search: notes } }: Texts,
): string {
  const lacks = new Set(degraded);
  if (!found && !isCompleteSearch(degraded, { found })) return notes.incomplete;
  if (lacks.has("index")) return notes.index;
  if (lacks.has("semantic")) return notes.wordsOnly;
  // A keyword search without matches looks like an unavailable one if the other search has results.
  if (lacks.has("keyword")) return notes.meaningOnly;
  return "";
}
