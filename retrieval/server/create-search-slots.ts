import { createFairSlots, type FairSlots } from "../../platform/fair-slots.ts";

/**
 * A search keeps every model thread busy while it reranks; a second one has Elasticsearch and the database to wait for
 * meanwhile. More at once would only wait for each other, the quiet behind the greedy. A wait leaves time for the search.
 */
const SEARCHES = { what: "searches", slots: 2, waitingEach: 32, waitMs: 2_500 };

/** So many slots are for measurements alone. */
export const createSearchSlots = (slots = SEARCHES.slots): FairSlots =>
  createFairSlots({ ...SEARCHES, slots });
