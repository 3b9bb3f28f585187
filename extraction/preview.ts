/** A small picture of a document: rows from the top, four bytes (red, green, blue, opacity) per pixel. */
export interface Preview {
  /** 1 to `PREVIEW_SIDE`. */
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Pixels; a thumbnail is a square with sides of this length. */
export const PREVIEW_SIDE = 200;
const CHANNELS = 4;
/** Width and height, two bytes each, big-endian. */
const HEADER_BYTES = 4;

export const MAX_PREVIEW_BYTES = HEADER_BYTES + PREVIEW_SIDE * PREVIEW_SIDE * CHANNELS;

/** Width, height and pixels as bytes: the format between parser child and blob store. */
export function encodePreview({ width, height, rgba }: Preview): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(width, 0);
  header.writeUInt16BE(height, 2);
  return Buffer.concat([header, rgba]);
}

/**
 * Null unless the bytes are exactly one preview of an allowed size: they come from a process that read an
 * untrusted file.
 */
export function decodePreview(bytes: Buffer): Preview | null {
  if (bytes.length <= HEADER_BYTES) return null;
  const [width, height] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)];
  const isSmall = width >= 1 && height >= 1 && width <= PREVIEW_SIDE && height <= PREVIEW_SIDE;
  if (!isSmall || bytes.length !== HEADER_BYTES + width * height * CHANNELS) return null;
  return { width, height, rgba: bytes.subarray(HEADER_BYTES) };
}
