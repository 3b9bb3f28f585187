import type { EvidenceFormat } from "../extraction/document.ts";
import type { Extraction } from "../extraction/extract-document.ts";
import type { BlobStore } from "../platform/blobs.ts";
import type { Embedder } from "../retrieval/embedding/embedder.ts";
import type { Tokenizer } from "../retrieval/embedding/tokenizer.ts";
import type { IndexWriter } from "../retrieval/index/index-writer.ts";
import type { SystemDeps } from "./run-as-system.ts";

export interface VirusScanner {
  /** Name of what was found, or null when the file is clean. */
  scan(path: string, signal: AbortSignal): Promise<string | null>;
}

export interface DocumentExtractor {
  extract(path: string, format: EvidenceFormat, signal?: AbortSignal): Promise<Extraction>;
}

/** What reading evidence takes from the outside. */
export interface IngestionDeps extends SystemDeps {
  blobs: BlobStore;
  /** Null when no scanner is configured. */
  scanner: VirusScanner | null;
  extractor: DocumentExtractor;
  tokenizer: Tokenizer;
  embedder: Embedder;
  index: IndexWriter;
}
