import { hash } from "node:crypto";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import type { ExpectedBlob } from "../../platform/blobs/is-intact.ts";
import { BlobChanged } from "../../platform/blobs/verified.ts";
import { fileChanged, fileMissing } from "../evidence/stored-file-errors.ts";

/** The questionnaire as uploaded, as a whole: it is small. Throws if it is missing or another one. */
export async function readOriginal(blobs: BlobStore, { key, sha256 }: ExpectedBlob): Promise<Buffer> {
  const bytes = await blobs.get(key).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? fileMissing(key) : error;
  });
  if (hash("sha256", bytes) !== sha256) throw fileChanged(new BlobChanged(key));
  return bytes;
}
