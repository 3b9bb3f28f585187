export const EVIDENCE_STATUSES = [
  "pending",
  "approved",
  "rejected",
  "expired",
  "superseded",
  "quarantined",
] as const;
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];

export const CHUNKING_STATUSES = ["PENDING", "PROCESSING", "COMPLETED", "FAILED", "QUARANTINED"] as const;
export type ChunkingStatus = (typeof CHUNKING_STATUSES)[number];

/** The workflow's steps in order; the one under way is shown to people and in the Temporal UI. */
export const INGESTION_STEPS = [
  "scan",
  "extract",
  "thumbnail",
  "chunk",
  "embed",
  "index",
  "score",
  "complete",
] as const;
export type IngestionStep = (typeof INGESTION_STEPS)[number];

/** One for each change of what people say about the file. */
export const refreshWorkflowId = (evidenceId: string, revision: number): string =>
  `refresh-${evidenceId}-${revision}`;

export const ingestionWorkflowId = (evidenceId: string, attempt: number): string =>
  attempt === 0 ? `ingest-${evidenceId}` : `ingest-${evidenceId}-retry-${attempt}`;
