/** Rows that one step removes: enough to make progress, few enough not to block other transactions. */
export const SWEEP_BATCH = 1_000;
/** Steps for one table in one run; the next day's run removes the rest. */
export const SWEEPS_AT_MOST = 500;
