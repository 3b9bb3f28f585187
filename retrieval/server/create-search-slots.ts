import { createFairSlots, type FairSlots } from "../../platform/concurrency/fair-slots.ts";

/**
 * Reranking keeps every model thread busy; in the meantime a second search can wait for Elasticsearch and the
 * database. More at once would only wait for each other, the quiet callers behind the greedy. The waiting
 * limit leaves time for the search.
 */
const SEARCHES = { what: "searches", slots: 2, waitingEach: 32, waitMs: 2_500 };

/** Other numbers of slots are for benchmarks only. */
export const createSearchSlots = (slots = SEARCHES.slots): FairSlots =>
  createFairSlots({ ...SEARCHES, slots });
