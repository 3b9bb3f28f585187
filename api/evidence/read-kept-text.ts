import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { unpackText, type KeptPassage } from "../../domain/evidence/kept-text.rules.ts";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";

/** The text kept of a superseded file: none if it was replaced before it was read. */
export async function readKeptText(blobs: BlobStore, evidenceId: string): Promise<KeptPassage[]> {
  try {
    return unpackText(await blobs.get(blobKeys(evidenceId).text));
  } catch (error) {
    if (error instanceof BlobNotFound) return [];
    throw error;
  }
}
