import type { BlobStore } from "./blobs.ts";
import type { Config } from "./config.ts";
import { createBlobs } from "./create-blobs.ts";
import { newId } from "./ids.ts";
import { infrastructureFault } from "./infrastructure-fault.ts";
import type { Logger } from "./logger.ts";
import { StartError } from "./start-error.ts";

interface Failure extends NodeJS.ErrnoException {
  $metadata?: { httpStatusCode?: number };
}

function reasonOf({ code, $metadata, message }: Failure): string {
  const status = $metadata?.httpStatusCode;
  return status === undefined ? (code ?? message) : `it answers ${status}`;
}

function explain(config: Config, error: Failure): StartError {
  const { BLOB_STORE, DATA_DIR, S3_BUCKET } = config;
  const message =
    BLOB_STORE === "s3"
      ? `S3_BUCKET is "${S3_BUCKET}", where no file can be kept (${reasonOf(error)}): make that bucket, or correct S3_BUCKET, S3_ENDPOINT and the credentials`
      : `DATA_DIR is "${DATA_DIR}", where no file can be kept (${reasonOf(error)}): let this process's user write there, or name another folder`;
  return new StartError(message, error);
}

/** What mends itself or is mended from outside: uploads are refused and readiness says so, everything else works. */
function mayPass({ BLOB_STORE }: Config, error: unknown): boolean {
  const fault = infrastructureFault(error);
  return fault === "full" || (fault === "away" && BLOB_STORE === "s3");
}

/** The blob store the configuration names, once a file could be kept there. Throws StartError where none ever will. */
export async function openBlobs(config: Config, logger: Logger): Promise<BlobStore> {
  const blobs = createBlobs(config);
  const probe = `probes/${newId()}`;
  try {
    await blobs.check();
    await blobs.put(`${probe}/probe`, Buffer.from("A process starts"));
    await blobs.removeAll(probe);
  } catch (error) {
    if (!mayPass(config, error)) throw explain(config, error as Failure);
    logger.warn({ err: error }, "no file can be kept at the moment");
  }
  return blobs;
}
