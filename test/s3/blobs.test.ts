import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { loadConfig } from "../../platform/config.ts";
import { createBlobs } from "../../platform/blobs/open-blobs.ts";
import { checkBlobStore } from "../support/blob-store-checks.ts";

const Bucket = `blobs-test-${Date.now()}`;
const config = loadConfig({ ...process.env, BLOB_STORE: "s3", S3_BUCKET: Bucket });
const admin = new S3Client({
  region: config.S3_REGION,
  endpoint: config.S3_ENDPOINT!,
  forcePathStyle: true,
  credentials: { accessKeyId: config.S3_ACCESS_KEY_ID!, secretAccessKey: config.S3_SECRET_ACCESS_KEY! },
});
let store: BlobStore;

beforeAll(async () => {
  await admin.send(new CreateBucketCommand({ Bucket }));
  store = await createBlobs(config);
});
afterAll(async () => {
  for (const prefix of ["put", "moved", "large", "range", "copy", "file", "gone-not"])
    await store.removeAll(prefix);
  await admin.send(new DeleteBucketCommand({ Bucket }));
  admin.destroy();
});

describe("the S3 store", () => {
  checkBlobStore(() => store);

  test("removes the local copy after use", async () => {
    await store.put("file/b", Buffer.from("content"));
    const path = await store.withFile("file/b", async (local) => local);
    expect(existsSync(path)).toBe(false);
  });

  test("leaves no partial upload", async () => {
    const { Uploads = [] } = await admin.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(Uploads).toEqual([]);
  });

  test("reports a missing bucket", async () => {
    const lost = await createBlobs({ ...config, S3_BUCKET: `${Bucket}-lost` });
    await expect(lost.check()).rejects.toThrow();
    await expect(lost.put("a", Buffer.from("a"))).rejects.toThrow("bucket");
  });
});
