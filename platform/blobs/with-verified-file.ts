import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { BlobStore } from "./blobs.ts";
import type { ExpectedBlob } from "./is-intact.ts";
import { BlobChanged } from "./verified.ts";

/** Like `withFile`, but throws BlobChanged instead of passing on bytes that are not those of the hash. */
export const withVerifiedFile = <T>(
  blobs: BlobStore,
  { key, sha256 }: ExpectedBlob,
  use: (path: string) => Promise<T>,
): Promise<T> =>
  blobs.withFile(key, async (path) => {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    if (hash.digest("hex") !== sha256) throw new BlobChanged(key);
    return use(path);
  });
