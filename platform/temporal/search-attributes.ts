/**
 * Attributes for finding workflows in Temporal, with their types. Registered at set-up and set when a
 * workflow starts.
 */
export const SEARCH_ATTRIBUTES = {
  EvidenceId: "Keyword",
  ProjectId: "Keyword",
  IngestionStep: "Keyword",
  WebhookId: "Keyword",
  EventKind: "Keyword",
  DeliveryAttempt: "Int",
} as const;
