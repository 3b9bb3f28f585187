import type { Response } from "express";
import type { BlobStore, ByteRange } from "../../platform/blobs.ts";
import { AppError, notFound } from "../../platform/errors.ts";
import { namesTag } from "../../platform/web/entity-tags.ts";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";

/** What `sendBlob` answers beside 200. */
export const BLOB_ANSWERS = {
  206: "The asked-for range",
  304: "The copy the caller has is the same",
  416: "The range lies outside the file",
} as const;

export interface BlobAnswer {
  key: string;
  contentType: string;
  /** Sent as an attachment under this name; shown inline without. */
  fileName?: string;
  /** Strong validator: the same value means the same bytes. */
  etag: string;
}

/** The one range asked for; null for the whole. Several ranges are answered by the whole, as RFC 9110 allows. */
function rangeOf(response: Response, size: number): ByteRange | null {
  const ranges = response.req.range(size);
  if (ranges === undefined || ranges === -2) return null;
  if (ranges === -1) {
    response.set("Content-Range", `bytes */${size}`);
    throw new AppError("VALIDATION_ERROR", `The file has ${size} bytes`, {
      status: 416,
      details: { field: "Range", error: "outside the file" },
    });
  }
  return ranges.type === "bytes" && ranges.length === 1 ? ranges[0]! : null;
}

/** Streams a blob: ranges, validators, a file name that is safe whatever its characters, and no sniffing. */
export async function sendBlob(blobs: BlobStore, response: Response, answer: BlobAnswer): Promise<void> {
  const size = await blobs.size(answer.key);
  if (size === null) throw notFound("File");
  const etag = `"${answer.etag}"`;
  if (answer.fileName !== undefined) response.attachment(answer.fileName);
  response.set({
    "Content-Type": answer.contentType,
    "X-Content-Type-Options": "nosniff",
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    ETag: etag,
  });
  if (namesTag(response.req.get("if-none-match"), etag)) return void response.status(304).end();
  const range = rangeOf(response, size);
  if (range !== null) response.status(206).set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  response.set("Content-Length", String(range === null ? size : range.end - range.start + 1));
  if (response.req.method === "HEAD") return void response.end();
  await streamToCaller(await blobs.read(answer.key, range ?? undefined), response);
}
