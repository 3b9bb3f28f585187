import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import type { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { ingestionFailure, malwareFound } from "../../domain/evidence/ingestion-failures.rules.ts";
import type { EvidenceFormat, ExtractedDocument } from "../../extraction/document.ts";
import { drawThumbnail } from "../../extraction/draw-thumbnail.ts";
import { ExtractionError } from "../../extraction/extraction-error.ts";
import type { Preview } from "../../extraction/preview.ts";
import { readExtractedDocument } from "../../extraction/read-extracted-document.ts";
import { withVerifiedFile } from "../../platform/blobs/with-verified-file.ts";
import { TooLargeToScanError } from "../../platform/documents/clamav.ts";
import type { IngestionStep } from "../../domain/evidence/evidence.rules.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { noteEvidence } from "./note-evidence.ts";

export type ScanVerdict = { infected: false; scanned: boolean } | { infected: true; reason: string };

/** A failure caused by the file, which counts as one of its attempts. */
const ofTheFile = (reason: string, cause: Error, { retryable }: { retryable: boolean }): ApplicationFailure =>
  ApplicationFailure.create({
    type: "ExtractionError",
    message: ingestionFailure(reason),
    details: [reason],
    nonRetryable: !retryable,
    // Otherwise the machine may be the cause.
    ...(!retryable && { category: ApplicationFailureCategory.BENIGN }),
    cause,
  });

/** The uploaded bytes: others that the store returns say nothing about the file, neither good nor bad. */
const withOriginal = <T>(
  { blobs }: IngestionDeps,
  { id, sha256 }: Evidence,
  use: (path: string) => Promise<T>,
): Promise<T> => withVerifiedFile(blobs, { key: blobKeys(id).original, sha256 }, use);

/**
 * Scans for malware if a scanner is configured. An unavailable scanner is retried, never skipped; a file that
 * it rejects fails, and no one can download it.
 */
export async function scanEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const { scanner } = deps;
  if (scanner === null) return { infected: false, scanned: false };
  const found = await withOriginal(deps, evidence, (path) => scanner.scan(path, signal)).catch(
    (error: unknown) => {
      if (!(error instanceof TooLargeToScanError)) throw error;
      throw ofTheFile("too_large_to_scan", error, { retryable: false });
    },
  );
  return found === null
    ? { infected: false, scanned: true }
    : { infected: true, reason: malwareFound(found) };
}

/**
 * A failure caused by the file counts as one of its attempts; a cancelled reader says nothing about the file.
 */
function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof ExtractionError)) return error;
  if (error.reason === "aborted") return signal.aborted ? signal.reason : error;
  return ofTheFile(error.reason, error, error);
}

/** False if the picture cannot be drawn, which does not fail the ingestion. */
async function storeThumbnail(
  deps: IngestionDeps,
  { id }: Evidence,
  source: Preview | ExtractedDocument,
  signal: AbortSignal,
): Promise<boolean> {
  const thumbnail = await drawThumbnail(source).catch(() => null);
  if (thumbnail === null) return false;
  signal.throwIfAborted();
  await deps.blobs.put(blobKeys(id).thumbnail, thumbnail);
  await noteEvidence(deps, id, { hasThumbnail: true });
  return true;
}

/**
 * Extracts structure and text of the file and stores them in the blob store, then draws the thumbnail from the
 * preview, or from the first lines of the text.
 */
export async function extractEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  { signal, enter }: { signal: AbortSignal; enter: (step: IngestionStep) => void },
): Promise<{ blocks: number; ocr: boolean; thumbnail: boolean }> {
  const keys = blobKeys(evidence.id);
  const format = evidence.format as EvidenceFormat;
  const { document, preview } = await withOriginal(deps, evidence, (path) =>
    deps.extractor.extract(path, format, signal),
  ).catch((error: unknown) => Promise.reject(asFailure(error, signal)));
  signal.throwIfAborted();
  await deps.blobs.put(keys.extracted, Buffer.from(JSON.stringify(document)));
  const { pageCount, warnings: extractionWarnings } = document;
  await noteEvidence(deps, evidence.id, { pageCount, extractionWarnings, ingestionStep: "thumbnail" });
  enter("thumbnail");
  const thumbnail = await storeThumbnail(deps, evidence, preview ?? document, signal);
  return { blocks: document.blocks.length, ocr: document.ocr, thumbnail };
}

export const readExtracted = async (
  { blobs }: Pick<IngestionDeps, "blobs">,
  evidenceId: string,
): Promise<ExtractedDocument> => readExtractedDocument(await blobs.get(blobKeys(evidenceId).extracted));
