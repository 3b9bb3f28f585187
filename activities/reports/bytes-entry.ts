import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ZipEntry } from "./write-zip.ts";

/** An entry with its bytes in memory. */
export const bytesEntry = (path: string, bytes: Buffer): ZipEntry => ({
  path,
  size: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  open: async () => Readable.from([bytes], { objectMode: false }),
});

export const jsonEntry = (path: string, value: unknown): ZipEntry =>
  bytesEntry(path, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
