import type { FileHandle } from "node:fs/promises";
import { damagedFile } from "../rejected-file-error.ts";

/** Random access to the bytes of a file: inspection reads a few kilobytes of what may be 100 MB. */
export interface ByteSource {
  size: number;
  /** Exactly `length` bytes from `offset`. Throws RejectedFileError `corrupt` if the file ends before. */
  read(offset: number, length: number): Promise<Buffer>;
}

const tooShort = () => damagedFile("it ends too early");

export function sourceOfBuffer(bytes: Buffer): ByteSource {
  const read = (offset: number, length: number) => {
    if (offset < 0 || offset + length > bytes.length) return Promise.reject(tooShort());
    return Promise.resolve(bytes.subarray(offset, offset + length));
  };
  return { size: bytes.length, read };
}

export function sourceOfFile(file: FileHandle, size: number): ByteSource {
  const read = async (offset: number, length: number) => {
    if (offset < 0 || offset + length > size) throw tooShort();
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, offset);
    if (bytesRead < length) throw tooShort();
    return buffer;
  };
  return { size, read };
}
