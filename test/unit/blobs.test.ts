import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { BlobStore } from "../../platform/blobs.ts";
import { createLocalBlobs } from "../../platform/local-blobs.ts";
import { createS3Blobs } from "../../platform/s3-blobs.ts";
import { checkBlobStore } from "../support/blob-store-checks.ts";

describe("the local store", () => {
  let root: string;
  let store: BlobStore;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "local-blobs-"));
    store = createLocalBlobs(join(root, "blobs"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  checkBlobStore(() => store);

  test.each(["../outside", "a/../../outside", "/etc/passwd", ""])("refuses the key %p", async (key) => {
    await expect(store.put(key, Buffer.from("x"))).rejects.toThrow("leaves its store");
    expect(await readdir(root)).toEqual(["blobs"]);
  });
});

describe("the S3 store, when the server accepts a call and stays silent", () => {
  let server: Server;
  const open = new Set<Socket>();
  beforeAll(async () => {
    server = createServer((socket) => open.add(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });

  test("gives up at the deadline", async () => {
    const config = {
      S3_BUCKET: "bucket",
      S3_REGION: "us-east-1",
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    };
    const store = createS3Blobs(config, { requestMs: 200 });
    await expect(store.get("any")).rejects.toThrow(/timeout/i);
  }, 10_000);
});
