import { unavailable } from "../../platform/errors.ts";
import type { FoundPassages, ProjectRetrieval } from "./project-retrieval.ts";

/** Search, and whether it kept anything back. */
export interface WatchedRetrieval extends ProjectRetrieval {
  /** Throws SERVICE_UNAVAILABLE unless every search so far was answered in full: what was not found may be there. */
  vouchForNothing(): void;
}

/** A side that failed and one that found nothing look alike while the other finds something; an index that lacks passages never does. */
const isWhole = ({ passages, degraded }: FoundPassages): boolean =>
  degraded.length === 0 || (passages.length > 0 && !degraded.includes("index"));

/** "There is no evidence" may be said only where search looked everywhere. */
export function watchRetrieval(retrieval: ProjectRetrieval): WatchedRetrieval {
  let whole = true;
  return {
    async search(query, signal) {
      let answered = false;
      try {
        const found = await retrieval.search(query, signal);
        answered = isWhole(found);
        return found;
      } finally {
        whole &&= answered;
      }
    },
    around: (chunkId, signal) => retrieval.around(chunkId, signal),
    vouchForNothing() {
      if (!whole) throw unavailable("Search is only partly available right now: try again shortly");
    },
  };
}
