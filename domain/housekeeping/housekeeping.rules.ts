/** What is swept, in this order; the names of the counts in the workflow's result. */
export const SWEPT = [
  "authorization_codes",
  "device_grants",
  "sessions",
  "rate_counters",
  "stored_answers",
  "password_resets",
  "webhook_deliveries",
  "inbound_messages",
  "invitations",
  "notifications",
] as const;
export type SweptKind = (typeof SWEPT)[number];

/** Rows that one step removes: enough to make progress, few enough not to block other transactions. */
export const SWEEP_BATCH = 1_000;
/** Steps for one table in one run; the next day's run removes the rest. */
export const SWEEPS_AT_MOST = 500;
