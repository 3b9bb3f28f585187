import type { ByteRange } from "../blobs.ts";

/** One range of bytes: from a byte on, from one to another, or so many at the end. */
const ONE_RANGE = /^bytes\s?=\s?(?:(\d+)\s?-\s?(\d*)|-\s?(\d+))$/i;

/**
 * What a `Range` header asks of so many bytes. Null means all of them: nothing was asked, or something that a server may
 * take no notice of (RFC 9110, 14.2), such as several ranges, other units, or no range at all.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | "outside" | null {
  const asked = ONE_RANGE.exec((header ?? "").trim());
  if (asked === null) return null;
  const [, first, last, suffix] = asked;
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first);
  const end = last ? Number(last) : size - 1;
  if (last && end < start) return null;
  return start >= size ? "outside" : { start, end: Math.min(end, size - 1) };
}
