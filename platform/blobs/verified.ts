import { createHash } from "node:crypto";

/** The stored bytes are not those that were stored. */
export class BlobChanged extends Error {
  readonly key: string;

  constructor(key: string, what: "SHA-256" | "size" = "SHA-256") {
    super(`the blob ${key} differs from its ${what}: someone else changed the store, or the disk is failing`);
    this.key = key;
    this.name = "BlobChanged";
  }
}

export interface ExpectedBytes {
  key: string;
  /** Of the bytes to pass on, which may be a part. */
  size: number;
  /** Null if it is not known. */
  sha256: string | null;
}

/**
 * Passes a blob on, but withholds its last chunk until size and hash of all of them are known to match, so that a
 * reader never gets changed bytes, fewer or more of them as a complete file. Throws BlobChanged if they do not.
 */
export async function* verified(
  { key, size, sha256 }: ExpectedBytes,
  blob: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let missing = size;
  let last: Buffer | null = null;
  for await (const chunk of blob) {
    missing -= chunk.length;
    if (missing < 0) throw new BlobChanged(key, "size");
    if (last !== null) yield last;
    if (sha256 !== null) hash.update(chunk);
    last = chunk;
  }
  if (missing > 0) throw new BlobChanged(key, "size");
  if (sha256 !== null && hash.digest("hex") !== sha256) throw new BlobChanged(key);
  if (last !== null) yield last;
}
