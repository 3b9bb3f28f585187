import { createReadStream, createWriteStream } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NotFound,
  NoSuchKey,
  NoSuchUpload,
  S3Client,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { BlobNotFound, type BlobState, type BlobStore, type ByteRange } from "./blobs.ts";
import type { Config } from "../config.ts";
import { paced, type Pace } from "./paced.ts";
import { withScratchFolder } from "./scratch.ts";

const CONNECT_MS = 5_000;

export interface S3Deadlines {
  /** Milliseconds per attempt, from sending a request to the response head. */
  requestMs?: number;
  /** Milliseconds without a byte in either direction; this includes a slow reader of a file. */
  silenceMs?: number;
  /** Of the bytes of a file. */
  pace?: Pace;
}

/** 100 MB take at most 27 minutes. */
const PACE = { graceMs: 30_000, bytesPerSecond: 64 * 1_024 };

type S3Config = Pick<
  Config,
  "S3_BUCKET" | "S3_REGION" | "S3_ENDPOINT" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"
>;

function createClient(config: S3Config, { requestMs = 30_000, silenceMs = 120_000 }: S3Deadlines): S3Client {
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  return new S3Client({
    region: config.S3_REGION,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: requestMs,
      // Otherwise the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
    // Most stores other than Amazon's do not resolve bucket names as hosts.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  });
}

const isMissing = (error: unknown): boolean => error instanceof NotFound || error instanceof NoSuchKey;

async function removeAll(client: S3Client, Bucket: string, Prefix: string): Promise<void> {
  for (let before: string | undefined; ;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    const [first] = Contents;
    if (first === undefined) return;
    // Otherwise a store that removes nothing, although it reports that it does, would keep us here.
    if (first.Key === before) throw new Error(`could not remove ${before}: it is still listed`);
    before = first.Key;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors: [failed] = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (failed !== undefined) throw new Error(`could not remove ${failed.Key}: ${failed.Message}`);
  }
}

/** Unfinished multipart uploads, of which a store lists at most 1,000 at once. The SDK has no paginator for them. */
async function* unfinishedUploads(client: S3Client, Bucket: string): AsyncIterable<MultipartUpload> {
  for (let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {}; after !== null;) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, ...after }),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    // A store that names no next page would send the first one for ever.
    const isMore = IsTruncated === true && KeyMarker !== undefined;
    after = isMore ? { KeyMarker, ...(UploadIdMarker === undefined ? {} : { UploadIdMarker }) } : null;
  }
}

/** The parts of an unfinished multipart upload use space until it is aborted. */
async function removeUnfinished(client: S3Client, Bucket: string, before: Date): Promise<number> {
  let removed = 0;
  for await (const { Key, UploadId, Initiated } of unfinishedUploads(client, Bucket)) {
    if (Initiated === undefined || Initiated >= before) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
      // It completed in the meantime.
      if (!(error instanceof NoSuchUpload)) throw error;
    });
    removed += 1;
  }
  return removed;
}

/** The names directly below a folder. */
async function* foldersBelow(client: S3Client, Bucket: string, folder: string): AsyncIterable<string> {
  const Prefix = `${folder}/`;
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: "/" }))
    for (const below of page.CommonPrefixes ?? []) yield below.Prefix!.slice(Prefix.length, -1);
}

async function stateOf(client: S3Client, Bucket: string, Key: string): Promise<BlobState | null> {
  try {
    const found = await client.send(new HeadObjectCommand({ Bucket, Key }));
    const { ContentLength, ETag, LastModified, VersionId } = found;
    const version = `${ETag} ${LastModified?.getTime()} ${VersionId} ${ContentLength}`;
    return ContentLength === undefined ? null : { size: ContentLength, version };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Blobs in an S3-compatible store. Credentials come from the configuration or else the SDK's default chain.
 */
export function createS3Blobs(config: S3Config, deadlines: S3Deadlines = {}): BlobStore {
  const Bucket = config.S3_BUCKET;
  if (Bucket === undefined) throw new Error("BLOB_STORE=s3 needs S3_BUCKET");
  const client = createClient(config, deadlines);
  const upload = (Key: string, Body: Readable | Buffer) =>
    new Upload({ client, params: { Bucket, Key, Body } }).done();

  async function read(Key: string, range?: ByteRange): Promise<Readable> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key, ...(Range === undefined ? {} : { Range }) }),
      );
      return paced(Body as Readable, deadlines.pace ?? PACE);
    } catch (error) {
      throw isMissing(error) ? new BlobNotFound(Key) : error;
    }
  }

  return {
    read,
    get: async (key) => buffer(await read(key)),
    async putFile(key, path) {
      await upload(key, createReadStream(path));
      await unlink(path);
    },
    async put(key, bytes) {
      await upload(key, bytes);
    },
    async copy(from, Key) {
      try {
        await client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}` }));
      } catch (error) {
        throw isMissing(error) ? new BlobNotFound(from) : error;
      }
    },
    state: (key) => stateOf(client, Bucket, key),
    size: async (key) => (await stateOf(client, Bucket, key))?.size ?? null,
    withFile: (key, use) =>
      withScratchFolder("blob", async (folder) => {
        const path = join(folder, "file");
        await pipeline(await read(key), createWriteStream(path, { mode: 0o600 }));
        return use(path);
      }),
    removeAll: (prefix) => removeAll(client, Bucket, prefix.endsWith("/") ? prefix : `${prefix}/`),
    folders: (prefix) => foldersBelow(client, Bucket, prefix),
    removeUnfinished: (before) => removeUnfinished(client, Bucket, before),
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
  };
}
