import type { ByteRange } from "../blobs/blobs.ts";

/** One byte range: from a position, between two positions, or a number of bytes at the end. */
const ONE_RANGE = /^bytes\s?=\s?(?:(\d+)\s?-\s?(\d*)|-\s?(\d+))$/i;

/**
 * The range that a `Range` header requests. Null means the whole content: there is no header, or one that a
 * server may ignore (RFC 9110, 14.2), such as several ranges, other units, or no valid range.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | "outside" | null {
  const match = ONE_RANGE.exec((header ?? "").trim());
  if (match === null) return null;
  const [, first, last, suffix] = match;
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first);
  const end = last ? Number(last) : size - 1;
  if (last && end < start) return null;
  return start >= size ? "outside" : { start, end: Math.min(end, size - 1) };
}
