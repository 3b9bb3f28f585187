/**
 * Whether a search can have missed nothing, so that what it did not find does not exist. A keyword search
 * without matches looks like a failed one if the other retriever found something.
 */
export const isCompleteSearch = (degraded: readonly string[], { found }: { found: boolean }): boolean =>
  !degraded.includes("index") && !degraded.includes("semantic") && (found || !degraded.includes("keyword"));
