import { createHash } from "node:crypto";

/** The stored bytes are not those that were stored. */
export class BlobChanged extends Error {
  constructor(key: string) {
    super(`the blob ${key} differs from its SHA-256: someone else changed the store, or the disk is failing`);
    this.name = "BlobChanged";
  }
}

/**
 * Passes a blob on, but withholds its last chunk until the hash of all of them is known to match, so that a
 * reader never gets changed bytes as a complete file. Throws BlobChanged if it does not.
 */
export async function* verified(
  { key, sha256 }: { key: string; sha256: string },
  blob: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let last: Buffer | null = null;
  for await (const chunk of blob) {
    if (last !== null) yield last;
    hash.update(chunk);
    last = chunk;
  }
  if (hash.digest("hex") !== sha256) throw new BlobChanged(key);
  if (last !== null) yield last;
}
