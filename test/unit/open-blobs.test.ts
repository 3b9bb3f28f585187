import { describe, expect, test } from "@jest/globals";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const logger = createLogger("test", "silent");
const folder = await makeTestFolder();

const open = (environment: Record<string, string>) =>
  openBlobs(loadConfig({ NODE_ENV: "test", DATA_DIR: folder, ...environment }), logger);

/** A store that responds to every request with this status. */
const storeAnswering = (status: number) =>
  serveLocally((_request, response) => response.writeHead(status).end());

const s3 = (S3_ENDPOINT: string) => ({
  BLOB_STORE: "s3",
  S3_BUCKET: "evidence",
  S3_REGION: "eu-central-1",
  S3_ENDPOINT,
  S3_ACCESS_KEY_ID: "a",
  S3_SECRET_ACCESS_KEY: "b",
});

describe("a blob store is opened", () => {
  test("after a test write, which leaves no file", async () => {
    const blobs = await open({});
    expect(await blobs.size("probes/probe")).toBeNull();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  });

  test("while it is unavailable, which is temporary", async () => {
    const store = await storeAnswering(503);
    await expect(open(s3(store.url))).resolves.toBeDefined();
    await store.stop();
  });

  test("while it accepts data but does not respond", async () => {
    const { url, stop } = await serveLocally((request) => void request.resume());
    const config = loadConfig({ NODE_ENV: "test", DATA_DIR: folder, ...s3(url) });
    await expect(openBlobs(config, logger, 200)).resolves.toBeDefined();
    await stop();
  });
});

describe("a process does not start, and reports the reason,", () => {
  test("if DATA_DIR is not a folder", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const failure = open({ DATA_DIR: file });
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(
      `DATA_DIR is "${file}", where no file can be stored (ENOTDIR): allow this process's user to write there, or name another folder`,
    );
  });

  test.each([403, 404])("if the bucket answers %d", async (status) => {
    const store = await storeAnswering(status);
    const failure = open(s3(store.url));
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(
      `S3_BUCKET is "evidence", where no file can be stored (it answers ${status}): create`,
    );
    await store.stop();
  });
});
