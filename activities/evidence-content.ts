import { ApplicationFailure } from "@temporalio/activity";
import { blobKeys } from "../domain/evidence/blob-keys.rules.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import type { EvidenceFormat, ExtractedDocument } from "../extraction/document.ts";
import { drawThumbnail } from "../extraction/draw-thumbnail.ts";
import { ExtractionError } from "../extraction/extraction-error.ts";
import { decodePreview, encodePreview } from "../extraction/preview.ts";
import type { IngestionDeps } from "./ingestion-deps.ts";
import { runAsSystem } from "./run-as-system.ts";

export type ScanVerdict = { infected: false; scanned: boolean } | { infected: true; reason: string };

/** Looks for malware when a scanner is configured. A scanner that cannot be reached is retried, never skipped. */
export async function scanEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const { scanner } = deps;
  if (scanner === null) return { infected: false, scanned: false };
  const found = await deps.blobs.withFile(blobKeys(evidence.id).original, (path) =>
    scanner.scan(path, signal),
  );
  return found === null
    ? { infected: false, scanned: true }
    : { infected: true, reason: `Malware was found: ${found}` };
}

/** An unreadable file fails at once; a parser that ran out of time or memory is tried again. */
const asFailure = (error: unknown): unknown =>
  error instanceof ExtractionError
    ? ApplicationFailure.create({
        type: "ExtractionError",
        message: error.message,
        details: [error.reason],
        nonRetryable: !error.retryable,
        cause: error,
      })
    : error;

/** Reads structure and text out of the file and leaves them, with the preview for the next step, in the blob store. */
export async function extractEvidence(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<{ blocks: number; ocr: boolean }> {
  const keys = blobKeys(evidence.id);
  const format = evidence.format as EvidenceFormat;
  const { document, preview } = await deps.blobs
    .withFile(keys.original, (path) => deps.extractor.extract(path, format, signal))
    .catch((error: unknown) => Promise.reject(asFailure(error)));
  signal.throwIfAborted();
  if (preview !== null) await deps.blobs.put(keys.preview, encodePreview(preview));
  await deps.blobs.put(keys.extracted, Buffer.from(JSON.stringify(document)));
  const { pageCount, warnings: extractionWarnings } = document;
  await runAsSystem(deps, ({ em }) =>
    em.nativeUpdate(Evidence, { id: evidence.id }, { pageCount, extractionWarnings }),
  );
  return { blocks: document.blocks.length, ocr: document.ocr };
}

export const readExtracted = async (
  deps: Pick<IngestionDeps, "blobs">,
  evidenceId: string,
): Promise<ExtractedDocument> =>
  JSON.parse((await deps.blobs.get(blobKeys(evidenceId).extracted)).toString("utf8")) as ExtractedDocument;

/** Draws what reading the file left: its preview, or else its first lines. */
export async function makeEvidenceThumbnail(
  deps: IngestionDeps,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<boolean> {
  const { blobs } = deps;
  const keys = blobKeys(evidence.id);
  const preview =
    (await blobs.size(keys.preview)) === null ? null : decodePreview(await blobs.get(keys.preview));
  const thumbnail = await drawThumbnail(preview ?? (await readExtracted(deps, evidence.id)));
  signal.throwIfAborted();
  await blobs.put(keys.thumbnail, thumbnail);
  await runAsSystem(deps, ({ em }) => em.nativeUpdate(Evidence, { id: evidence.id }, { hasThumbnail: true }));
  return true;
}
