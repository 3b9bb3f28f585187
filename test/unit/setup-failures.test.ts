import { beforeEach, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { chmod, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTestFolder } from "../support/make-test-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
  // Root cannot share a closed folder with other users, so it would use that of the system.
  await chmod(folder, 0o755);
});

async function emptyFile(): Promise<string> {
  const file = join(folder, "file");
  await writeFile(file, "");
  return file;
}

/** A set-up that hangs fails its test instead of outliving it. */
const SCRIPT_MS = 30_000;

/** Runs a script in a separate process, because it reads CACHE_DIR; returns the error that it prints. */
async function errorOf(script: string, cacheDir: string): Promise<{ name: string; message: string }> {
  const modules = new URL("../../dev/setup/", import.meta.url).href;
  const source = `const from = (name) => import("${modules}" + name + ".mjs");
    try { ${script} } catch ({ name, message }) { console.log(JSON.stringify({ name, message })); }`;
  const env = { ...process.env, CACHE_DIR: cacheDir };
  const args = ["--input-type=module", "-e", source];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: SCRIPT_MS });
  return JSON.parse(stdout) as { name: string; message: string };
}

describe("the set-up reports in a sentence", () => {
  it.each([
    [
      "a broken connection",
      `new TypeError("fetch failed", { cause: new Error("read ECONNRESET") })`,
      "read ECONNRESET",
    ],
    [
      "a full disk",
      `new Error("ENOSPC: no space left on device, write")`,
      "ENOSPC: no space left on device, write",
    ],
  ])("%s during the download of Elasticsearch, and leaves nothing behind", async (_what, failure, reason) => {
    const cache = join(folder, "cache");
    const error = await errorOf(
      `const { planElasticsearch } = await from("elasticsearch");
       const work = await planElasticsearch({ isOffered: async () => true, unpack: async () => { throw ${failure}; } });
       await work(() => {});`,
      cache,
    );
    expect(error).toEqual({
      name: "SetupError",
      message: `Elasticsearch could not be downloaded (${reason}): run the command again, or set ELASTICSEARCH_URL to a running Elasticsearch 8.19 or 9.`,
    });
    expect(await readdir(cache)).toEqual([]);
  });

  it.each([
    ["is below a file", "ENOTDIR", async () => join(await emptyFile(), "below")],
    ["is a file", "EEXIST", () => emptyFile()],
    ["cannot be created, although its parent exists", "ENOENT", async () => "/proc/compliance-cache"],
  ])("that nothing can be written to CACHE_DIR, because it %s", async (_why, code, place) => {
    const cache = await place();
    const error = await errorOf(
      `const { withLock } = await from("lock"); const { cacheDir } = await from("locations");
       await withLock(cacheDir(), () => {}, async () => {});`,
      cache,
    );
    expect(error).toEqual({
      name: "SetupError",
      message: `Nothing can be written to ${cache} (${code}): name another folder with CACHE_DIR.`,
    });
  });
});
