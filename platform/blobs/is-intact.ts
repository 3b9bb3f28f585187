import type { BlobStore } from "./blobs.ts";
import { sha256Of } from "./sha256-of.ts";

export interface ExpectedBlob {
  key: string;
  sha256: string;
}

/** Whether the store returns the bytes of the hash. Reads all of them. */
export const isIntact = async (blobs: BlobStore, { key, sha256 }: ExpectedBlob): Promise<boolean> =>
  (await sha256Of(await blobs.read(key))) === sha256;
