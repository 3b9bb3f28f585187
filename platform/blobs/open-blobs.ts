import { once } from "node:events";
import { join } from "node:path";
import type { BlobStore } from "./blobs.ts";
import { createLocalBlobs } from "./local-blobs.ts";
import type { Config } from "../config.ts";
import { newId } from "../ids.ts";
import { infrastructureFault } from "../database/infrastructure-fault.ts";
import type { Logger } from "../logger.ts";
import { StartError } from "../process/start-error.ts";

const DEADLINE_MS = 15_000;

interface Failure extends NodeJS.ErrnoException {
  $metadata?: { httpStatusCode?: number };
}

function reasonOf({ code, $metadata, message }: Failure): string {
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return `it answers ${status}`;
  return typeof code === "string" ? code : message;
}

function explain(config: Config, error: Failure): StartError {
  const { BLOB_STORE, DATA_DIR, S3_BUCKET } = config;
  const message =
    BLOB_STORE === "s3"
      ? `S3_BUCKET is "${S3_BUCKET}", where no file can be stored (${reasonOf(error)}): create that bucket, or correct S3_BUCKET, S3_ENDPOINT and the credentials`
      : `DATA_DIR is "${DATA_DIR}", where no file can be stored (${reasonOf(error)}): allow this process's user to write there, or name another folder`;
  return new StartError(message, error);
}

/**
 * Problems that recover or that operators fix: uploads are refused and readiness reports it, but everything
 * else works.
 */
function mayPass({ BLOB_STORE }: Config, error: unknown): boolean {
  const fault = infrastructureFault(error);
  return fault === "full" || (fault === "away" && BLOB_STORE === "s3");
}

async function keepProbe(blobs: BlobStore): Promise<void> {
  const probe = `probes/${newId()}`;
  await blobs.check();
  await blobs.put(`${probe}/probe`, Buffer.from("A process starts"));
  await blobs.removeAll(probe);
}

/** The work continues, but no one waits for it. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(ms);
  const ended = once(late, "abort").then(() => Promise.reject(late.reason as Error));
  await Promise.race([work, ended]);
}

/** The configured blob store, after a test write. Throws StartError if writing can never succeed. */
export async function openBlobs(
  config: Config,
  logger: Logger,
  deadlineMs = DEADLINE_MS,
): Promise<BlobStore> {
  const blobs = await createBlobs(config);
  try {
    await within(deadlineMs, keepProbe(blobs));
  } catch (error) {
    if (!mayPass(config, error)) throw explain(config, error as Failure);
    logger.warn({ err: error }, "no file can be stored at the moment");
  }
  return blobs;
}

/** The configured blob store. Only processes that use S3 load its SDK, which takes about 20 MB. */
export async function createBlobs(config: Config): Promise<BlobStore> {
  if (config.BLOB_STORE === "local") return createLocalBlobs(join(config.DATA_DIR, "blobs"));
  const { createS3Blobs } = await import("./s3-blobs.ts");
  return createS3Blobs(config);
}
