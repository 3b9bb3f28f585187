import type { ChunkingStatus, EvidenceStatus } from "../evidence/evidence.rules.ts";

interface Reading {
  status: EvidenceStatus;
  chunkingStatus: ChunkingStatus;
  ingestionError?: string | null;
}

/**
 * Why there are no passages of a file to analyse; null if there are. Without this, an unread file would look
 * like an empty one.
 */
export function whyUnread({ status, chunkingStatus, ingestionError }: Reading): string | null {
  if (chunkingStatus === "QUARANTINED") return "The file is quarantined and was not read";
  // Its passages are removed too.
  if (status === "superseded") return "A new version replaced the file: ask about that one";
  if (chunkingStatus === "FAILED")
    return `The file could not be read: ${ingestionError ?? "retry its ingestion"}`;
  if (chunkingStatus !== "COMPLETED")
    return "The file has not been read yet: ask again when its chunking_status is COMPLETED";
  return null;
}
