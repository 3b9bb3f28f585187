import { createReadStream } from "node:fs";
import type { BlobStore } from "./blobs.ts";
import type { ExpectedBlob } from "./is-intact.ts";
import { sha256Of } from "./sha256-of.ts";
import { BlobChanged } from "./verified.ts";

/** Like `withFile`, but throws BlobChanged instead of passing on bytes that are not those of the hash. */
export const withVerifiedFile = <T>(
  blobs: BlobStore,
  { key, sha256 }: ExpectedBlob,
  use: (path: string) => Promise<T>,
): Promise<T> =>
  blobs.withFile(key, async (path) => {
    if ((await sha256Of(createReadStream(path))) !== sha256) throw new BlobChanged(key);
    return use(path);
  });
