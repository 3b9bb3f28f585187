import { damagedFile } from "../rejected-file-error.ts";
import type { ByteSource } from "./byte-source.ts";

export interface ImageSize {
  width: number;
  height: number;
}

const MAX_SEGMENTS = 2_000;
/** Markers that start a frame and contain its size: C0 to CF without DHT, JPG and DAC. */
const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size in the first chunk of a PNG. */
export async function readPngSize(source: ByteSource): Promise<ImageSize> {
  const head = await source.read(0, 24);
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** The size of a JPEG, from its segment headers only. Throws RejectedFileError `corrupt` if there is none. */
export async function readJpegSize(source: ByteSource): Promise<ImageSize> {
  let at = 2;
  for (let i = 0; i < MAX_SEGMENTS; i += 1) {
    const head = await source.read(at, 4);
    const marker = head.readUInt8(1);
    if (head.readUInt8(0) !== 0xff) break;
    if (isStartOfFrame(marker)) {
      const frame = await source.read(at + 5, 4);
      return { width: frame.readUInt16BE(2), height: frame.readUInt16BE(0) };
    }
    // 0xff may repeat as padding before a marker.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(2);
  }
  throw damagedFile("it does not say how large it is", undefined, "image");
}
