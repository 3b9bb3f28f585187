import { join } from "node:path";
import type { BlobStore } from "./blobs.ts";
import type { Config } from "../config.ts";
import { createLocalBlobs } from "./local-blobs.ts";

/** The configured blob store. Only processes that use S3 load its SDK, which takes about 20 MB. */
export async function createBlobs(config: Config): Promise<BlobStore> {
  if (config.BLOB_STORE === "local") return createLocalBlobs(join(config.DATA_DIR, "blobs"));
  const { createS3Blobs } = await import("./s3-blobs.ts");
  return createS3Blobs(config);
}
