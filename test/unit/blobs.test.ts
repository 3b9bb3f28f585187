import { readlinkSync } from "node:fs";
import { chmod, open, readdir, rm, stat, utimes, writeFile, type FileHandle } from "node:fs/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { createLocalBlobs } from "../../platform/blobs/local-blobs.ts";
import { createS3Blobs } from "../../platform/blobs/s3-blobs.ts";
import { checkBlobStore } from "../support/blob-store-checks.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

describe("the local store", () => {
  let root: string;
  let store: BlobStore;
  beforeAll(async () => {
    root = await makeTestFolder();
    store = createLocalBlobs(join(root, "blobs"));
  });

  checkBlobStore(() => store);

  test("is readable by its user only, whatever the mode of moved files", async () => {
    const shared = join(root, "shared");
    await writeFile(shared, "for all to read", { mode: 0o644 });
    await store.putFile("private/moved", shared);
    await store.put("private/put", Buffer.from("x"));
    await store.copy("private/moved", "private/copied");
    await chmod(join(root, "blobs"), 0o755);
    await store.check();
    const modeOf = async (path: string) => (await stat(join(root, "blobs", path))).mode & 0o777;
    const files = ["private/moved", "private/put", "private/copied"];
    expect(await Promise.all(files.map(modeOf))).toEqual([0o600, 0o600, 0o600]);
    expect(await Promise.all([".", "private", "staging"].map(modeOf))).toEqual([0o700, 0o700, 0o700]);
    await rm(join(root, "blobs", "private"), { recursive: true });
  });

  test("flushes a file, and each folder that has a new entry", async () => {
    const handle = await open(root, "r");
    const files = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const { sync } = files;
    const flushed = new Set<string>();
    files.sync = function flush(this: FileHandle) {
      flushed.add(relative(root, readlinkSync(`/proc/self/fd/${this.fd}`)));
      return sync.call(this);
    };
    try {
      await store.put("evidence/one/original", Buffer.from("x"));
      await store.put("evidence/two/original", Buffer.from("x"));
    } finally {
      files.sync = sync;
    }
    expect([...flushed]).toEqual(
      expect.arrayContaining(["blobs", "blobs/evidence", "blobs/evidence/one", "blobs/evidence/two"]),
    );
    await rm(join(root, "blobs", "evidence"), { recursive: true });
  });

  test("removes uploads begun before a time, and no younger ones", async () => {
    const staging = join(root, "blobs", "staging");
    for (const name of ["old", "young"]) await writeFile(join(staging, name), "half");
    await utimes(join(staging, "old"), new Date(1_000), new Date(1_000));
    expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(1);
    expect(await readdir(staging)).toEqual(["young"]);
    await rm(join(staging, "young"));
  });

  test.each(["../outside", "a/../../outside", "/etc/passwd", ""])("refuses the key %p", async (key) => {
    await expect(store.put(key, Buffer.from("x"))).rejects.toThrow("outside the store");
    expect(await readdir(root)).toEqual(["blobs"]);
  });
});

describe("the S3 store, with a server that accepts a call but never responds", () => {
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
  });
});
