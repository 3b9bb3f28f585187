/** What workflows can be found by in Temporal, with the type of each. Registered at set-up, set by those who start workflows. */
export const SEARCH_ATTRIBUTES = {
  EvidenceId: "Keyword",
  ProjectId: "Keyword",
  IngestionStep: "Keyword",
  WebhookId: "Keyword",
  EventKind: "Keyword",
  DeliveryAttempt: "Int",
} as const;
