import type { EvidenceFormat } from "../../extraction/document.ts";
import type { Extraction } from "../../extraction/extract-document.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import type { Embedder } from "../../retrieval/embedding/embedder.ts";
import type { IndexWriter } from "../../retrieval/index/index-writer.ts";
import type { RequirementVectors } from "./requirement-vectors.ts";
import type { SystemDeps } from "../run-as-system.ts";

export interface VirusScanner {
  /** The name of the malware, or null if the file is clean. */
  scan(path: string, signal: AbortSignal): Promise<string | null>;
}

export interface DocumentExtractor {
  extract(path: string, format: EvidenceFormat, signal?: AbortSignal): Promise<Extraction>;
}

/** External dependencies of the ingestion. */
export interface IngestionDeps extends SystemDeps {
  blobs: BlobStore;
  /** Null if no scanner is configured. */
  scanner: VirusScanner | null;
  extractor: DocumentExtractor;
  embedder: Embedder;
  requirementVector: RequirementVectors;
  index: IndexWriter;
}
