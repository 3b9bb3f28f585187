import { createHash } from "node:crypto";
import type { BlobStore } from "./blobs.ts";

export interface ExpectedBlob {
  key: string;
  sha256: string;
}

/** Whether the store returns the bytes of the hash. Reads all of them. */
export async function isIntact(blobs: BlobStore, { key, sha256 }: ExpectedBlob): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const chunk of await blobs.read(key)) hash.update(chunk as Buffer);
  return hash.digest("hex") === sha256;
}
