import type { Passage } from "../answers/passage.ts";
import { isCompleteSearch } from "../answers/is-complete-search.rules.ts";
import { unavailable } from "../../platform/errors.ts";

export interface FoundPassages {
  passages: Passage[];
  /** The parts of the search that did not answer. */
  degraded: string[];
}

/**
 * Search in one project as the caller, with exactly the caller's rights. Throws SERVICE_UNAVAILABLE if the
 * search service does not answer, and the reason of the caller's abort.
 */
export interface EvidenceSearch {
  search(query: string, signal: AbortSignal): Promise<FoundPassages>;
  /** The passages around one, including that one. */
  around(chunkId: string, signal: AbortSignal): Promise<Passage[]>;
}

/** Search that remembers whether any result was incomplete. */
export interface WatchedSearch extends EvidenceSearch {
  /** Throws SERVICE_UNAVAILABLE unless every search so far was complete: what was not found may exist. */
  vouchForNothing(): void;
}

/** Only complete searches justify "There is no evidence". */
export function watchSearch(evidence: EvidenceSearch): WatchedSearch {
  let whole = true;
  return {
    async search(query, signal) {
      let answered = false;
      try {
        const found = await evidence.search(query, signal);
        answered = isCompleteSearch(found.degraded, { found: found.passages.length > 0 });
        return found;
      } finally {
        whole &&= answered;
      }
    },
    around: (chunkId, signal) => evidence.around(chunkId, signal),
    vouchForNothing() {
      if (!whole) throw unavailable("Search is only partly available: try again shortly");
    },
  };
}
