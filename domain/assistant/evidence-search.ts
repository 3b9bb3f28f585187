import type { Passage } from "../answers/passage.ts";

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
