import { beforeEach, describe, expect, test } from "@jest/globals";
import { readdirSync, readlinkSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createS3Blobs } from "../../platform/blobs/s3-blobs.ts";
import { loadConfig } from "../../platform/config.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";
import { startS3Server, type S3Fault } from "../support/s3-server.ts";
import { stopAfterAll } from "../support/stop-after-all.ts";

const server = await stopAfterAll(startS3Server());
const config = loadConfig({ NODE_ENV: "test", ...server.environment });
const store = createS3Blobs(config, {
  requestMs: 300,
  silenceMs: 300,
  pace: { graceMs: 500, bytesPerSecond: 1_000_000 },
});
const folder = await makeTestFolder();
const FILE = Buffer.from("0123456789".repeat(20_000));

beforeEach(async () => {
  Object.assign(server, { faultOf: () => null, delayMs: 0 });
  await store.put("a/original", FILE);
});

/** For every request. */
const failWith = (fault: S3Fault): void => void (server.faultOf = () => fault);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (done) => ({ done }),
    (error: unknown) => error,
  );

const READS = {
  get: () => store.get("a/original"),
  read: async () => buffer(await store.read("a/original")),
  "read a range": async () => buffer(await store.read("a/original", { start: 10, end: 100_000 })),
  "lend a file": () => store.withFile("a/original", async () => "used"),
};

describe.each(Object.entries(READS))("to %s", (_name, read) => {
  test.each<S3Fault>(["cut", "stalled", "dripping", "silent", 500, 503])(
    "fails as an outage when the store is %s",
    async (fault) => {
      failWith(fault);
      expect(infrastructureFault(await failureOf(read()))).toBe("away");
    },
    20_000,
  );

  test("waits for a slow store", async () => {
    server.delayMs = 200;
    await expect(read()).resolves.toBeDefined();
  });
});

const openFiles = (): string[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });

/** The second is stored in several parts. */
const SIZES = { "a small file": 1_000, "a large file": 12 * 1024 * 1024 };

test.each(
  Object.entries(SIZES).flatMap(([what, size]) =>
    ["silent" as const, 500, 503].map((fault) => ({ what, size, fault })),
  ),
)(
  "to store $what fails as an outage when the store is $fault, and closes the file, which is kept",
  async ({ size, fault }) => {
    const path = join(folder, "spooled");
    await writeFile(path, Buffer.alloc(size, "x"));
    failWith(fault);
    expect(infrastructureFault(await failureOf(store.putFile("b/original", path)))).toBe("away");
    expect(openFiles()).not.toContain(path);
    expect((await stat(path)).size).toBe(size);
  },
  20_000,
);

test("to remove a folder fails when the store keeps it, although it says otherwise", async () => {
  failWith("kept");
  await expect(store.removeAll("a")).rejects.toThrow("could not remove a/original");
  server.faultOf = () => null;
  await store.removeAll("a");
  expect(await store.size("a/original")).toBeNull();
});

test("all unfinished uploads are removed, however many pages list them", async () => {
  for (let n = 0; n < 10; n++) server.uploads.set(`c/${n}`, `upload-${n}`);
  expect(await store.removeUnfinished(new Date())).toBe(10);
  expect([...server.uploads.keys()]).toEqual([]);
});
