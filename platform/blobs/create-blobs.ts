import { join } from "node:path";
import type { BlobStore } from "./blobs.ts";
import type { Config } from "../config.ts";
import { createLocalBlobs } from "./local-blobs.ts";
import { createS3Blobs } from "./s3-blobs.ts";

/** The configured blob store. */
export const createBlobs = (config: Config): BlobStore =>
  config.BLOB_STORE === "s3" ? createS3Blobs(config) : createLocalBlobs(join(config.DATA_DIR, "blobs"));
