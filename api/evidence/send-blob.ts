import { Readable } from "node:stream";
import type { Request, Response } from "express";
import type { BlobStore, ByteRange } from "../../platform/blobs/blobs.ts";
import { BlobChanged, verified, type ExpectedBytes } from "../../platform/blobs/verified.ts";
import { verifyOnce } from "../../platform/blobs/verify-once.ts";
import { AppError, notFound } from "../../platform/errors.ts";
import { byteRangeOf } from "../../platform/web/byte-range.ts";
import { namesTag } from "../../platform/web/entity-tags.ts";
import { streamToCaller } from "../../platform/web/stream-to-caller.ts";
import { fileChanged, fileMissing } from "./stored-file-errors.ts";
import { markDownload } from "../../platform/web/mark-download.ts";

/** Whether the caller has these bytes, and gets 304 instead. */
export const hasCopy = (request: Pick<Request, "get">, etag: string): boolean =>
  namesTag(request.get("if-none-match"), `"${etag}"`);

/** The statuses of `sendBlob` besides 200. */
export const BLOB_ANSWERS = {
  206: "The requested range",
  304: "Not modified: the caller's copy is current",
  416: "The range is outside the file",
} as const;

export interface BlobAnswer {
  key: string;
  contentType: string;
  /** Sent as an attachment with this name; otherwise inline. */
  fileName?: string;
  /** Strong validator: the same value means the same bytes. */
  etag: string;
  /** Its row promises the file: without it, someone must restore it. */
  mustExist?: boolean;
  /** Of the whole file; null if they are not known. A file that differs is cut off, and no part of it is sent. */
  size: number | null;
  sha256: string | null;
}

/**
 * The requested range; null for the whole file, also for a caller who has the beginning of another file
 * (`If-Range`).
 */
export function requestedRange(
  request: Pick<Request, "get" | "method">,
  etag: string,
  size: number,
): ReturnType<typeof byteRangeOf> {
  const tag = `"${etag}"`;
  const other = (request.get("if-range")?.trim() ?? tag) !== tag;
  // Ranges apply to GET only.
  return other || request.method !== "GET" ? null : byteRangeOf(request.get("range"), size);
}

function rangeOf(response: Response, etag: string, size: number): ByteRange | null {
  const range = requestedRange(response.req, etag, size);
  if (range !== "outside") return range;
  response.set("Content-Range", `bytes */${size}`);
  throw new AppError("VALIDATION_ERROR", `The file has ${size} bytes`, {
    status: 416,
    details: { field: "Range", error: "outside the file" },
  });
}

/** The whole is verified on the way; for a range, the whole is read before, and here only counted. */
async function read(blobs: BlobStore, expected: ExpectedBytes, range: ByteRange | null): Promise<Readable> {
  const blob = await blobs.read(expected.key, range ?? undefined);
  // A generator that was never started closes nothing.
  return Readable.from(verified(expected, blob)).once("close", () => blob.destroy());
}

function refuseChanged(error: unknown): never {
  throw error instanceof BlobChanged ? fileChanged(error) : error;
}

/** Streams a blob with ranges, validators, a safely encoded file name, and without content sniffing. */
export async function sendBlob(blobs: BlobStore, response: Response, answer: BlobAnswer): Promise<void> {
  const { key, sha256, mustExist = false } = answer;
  const state = await blobs.state(key);
  if (state === null) throw mustExist ? fileMissing(key) : notFound("File");
  const { size, version } = state;
  if (answer.size !== null && answer.size !== size) refuseChanged(new BlobChanged(key, "size"));
  const unchanged = hasCopy(response.req, answer.etag);
  // Before the headers of the file: a refusal has its own body.
  const range = unchanged ? null : rangeOf(response, answer.etag, size);
  if (range !== null && sha256 !== null)
    await verifyOnce(blobs, { key, sha256 }, version).catch(refuseChanged);
  markDownload(response, answer.fileName).set({
    "Content-Type": answer.contentType,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    ETag: `"${answer.etag}"`,
  });
  if (unchanged) return void response.status(304).end();
  if (range !== null) response.status(206).set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  const length = range === null ? size : range.end - range.start + 1;
  response.set("Content-Length", String(length));
  if (response.req.method === "HEAD") return void response.end();
  const expected = { key, size: length, sha256: range === null ? sha256 : null };
  await streamToCaller(await read(blobs, expected, range), response);
}
