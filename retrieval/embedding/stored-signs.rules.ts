import { crc32 } from "node:zlib";

const TAG_BYTES = 4;

/**
 * Prefix of stored signs: the checksum of the model's name, because signs of another model are meaningless to
 * this one.
 */
export function signsTag(model: string): Buffer {
  const tag = Buffer.alloc(TAG_BYTES);
  tag.writeUInt32LE(crc32(model));
  return tag;
}

/** The signs of a passage as stored. */
export const storableSigns = (signs: Uint8Array, model: string): Buffer =>
  Buffer.concat([signsTag(model), signs]);

/** The signs that `storableSigns` stored; null if they are from another model. */
export const readStoredSigns = (kept: Buffer, model: string): Uint8Array | null =>
  kept.subarray(0, TAG_BYTES).equals(signsTag(model)) ? kept.subarray(TAG_BYTES) : null;
