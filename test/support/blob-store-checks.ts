import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "@jest/globals";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import { makeTestFolder } from "./make-test-folder.ts";

const MEGABYTE = 1024 * 1024;
/** Several parts of a multipart upload, the last one partial. */
const LARGE = 20 * MEGABYTE + 17;
/** More than S3 lists or removes at a time. */
const MANY = 1_050;
const AT_ONCE = 50;

async function putMany(store: BlobStore, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE)
    await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => store.put(key, Buffer.from(key))));
}

/** A store to check, and a folder for files to put into it. */
interface Checked {
  store: BlobStore;
  folder: string;
}

async function spool({ folder }: Checked, bytes: Buffer): Promise<string> {
  const path = join(folder, "spooled");
  await writeFile(path, bytes);
  return path;
}

function checkWriting(checked: Checked): void {
  test("reports that it is available", async () => {
    await expect(checked.store.check()).resolves.toBeUndefined();
  });

  test("returns what was put, and its size", async () => {
    await checked.store.put("put/one", Buffer.from("first"));
    expect(await checked.store.get("put/one")).toEqual(Buffer.from("first"));
    expect(await checked.store.size("put/one")).toBe(5);
  });

  test("has another version once its bytes have changed, and none before the first write", async () => {
    const { store } = checked;
    expect(await store.state("put/version")).toBeNull();
    const versions = [];
    for (const text of ["same", "same", "more"]) {
      await store.put("put/version", Buffer.from(text));
      versions.push(await store.state("put/version"));
      // S3 tells the time of a write in seconds, but a write of the same bytes changes nothing that matters.
      expect(await store.state("put/version")).toEqual(versions.at(-1));
    }
    expect(versions.map((found) => found?.size)).toEqual([4, 4, 4]);
    expect(versions[2]!.version).not.toBe(versions[1]!.version);
  });

  test("stores an empty blob", async () => {
    await checked.store.put("put/empty", Buffer.alloc(0));
    expect(await checked.store.get("put/empty")).toHaveLength(0);
    expect(await checked.store.size("put/empty")).toBe(0);
  });

  test("replaces a blob", async () => {
    await checked.store.put("put/two", Buffer.from("long before"));
    await checked.store.put("put/two", Buffer.from("after"));
    expect(String(await checked.store.get("put/two"))).toBe("after");
    expect(await checked.store.size("put/two")).toBe(5);
  });

  test("moves a file in, so that the local one no longer exists", async () => {
    const path = await spool(checked, Buffer.from("spooled"));
    await checked.store.putFile("moved/evidence/original", path);
    expect(existsSync(path)).toBe(false);
    expect(String(await checked.store.get("moved/evidence/original"))).toBe("spooled");
  });

  test("leaves no blob when the file to move is missing", async () => {
    await expect(
      checked.store.putFile("moved/nothing", join(checked.folder, "no-such-file")),
    ).rejects.toThrow("ENOENT");
    expect(await checked.store.size("moved/nothing")).toBeNull();
  });

  test("copies a blob; the copy outlives the original", async () => {
    await checked.store.put("copy/from/one", Buffer.from("the same"));
    await checked.store.copy("copy/from/one", "copy/to/two");
    await checked.store.removeAll("copy/from");
    expect(await checked.store.get("copy/to/two")).toEqual(Buffer.from("the same"));
    await expect(checked.store.copy("copy/from/one", "copy/to/three")).rejects.toThrow(BlobNotFound);
    expect(await checked.store.size("copy/to/three")).toBeNull();
  });

  test("moves a file of 20 MB in, byte for byte", async () => {
    const bytes = randomBytes(LARGE);
    await checked.store.putFile("large/original", await spool(checked, bytes));
    expect(await checked.store.size("large/original")).toBe(LARGE);
    expect((await buffer(await checked.store.read("large/original"))).equals(bytes)).toBe(true);
  });
}

function checkReading(checked: Checked): void {
  test.each([
    ["the beginning", { start: 0, end: 3 }, "0123"],
    ["one byte", { start: 4, end: 4 }, "4"],
    ["the rest", { start: 7, end: 9 }, "789"],
    ["all", undefined, "0123456789"],
  ])("reads a range: %s", async (_what, range, expected) => {
    await checked.store.put("range/digits", Buffer.from("0123456789"));
    expect(String(await buffer(await checked.store.read("range/digits", range)))).toBe(expected);
  });

  test("lends a local file while it is in use", async () => {
    await checked.store.put("file/a", Buffer.from("content"));
    const seen = await checked.store.withFile("file/a", async (path) => ({
      path,
      text: await readFile(path, "utf8"),
    }));
    expect(seen.text).toBe("content");
    expect(String(await checked.store.get("file/a"))).toBe("content");
    const failure = checked.store.withFile("file/a", () => Promise.reject(new Error("the reader failed")));
    await expect(failure).rejects.toThrow("the reader failed");
  });

  test("throws BlobNotFound, and returns null as the size", async () => {
    const key = "no/such/blob";
    await expect(checked.store.get(key)).rejects.toThrow(BlobNotFound);
    await expect(checked.store.read(key)).rejects.toThrow(BlobNotFound);
    await expect(checked.store.read(key, { start: 0, end: 1 })).rejects.toThrow(BlobNotFound);
    await expect(checked.store.withFile(key, async () => "never")).rejects.toThrow(BlobNotFound);
    expect(await checked.store.size(key)).toBeNull();
  });
}

function checkRemoving(checked: Checked): void {
  test("removes everything in a folder, and nothing next to it", async () => {
    const inside = ["gone/a", "gone/b/c"];
    await putMany(checked.store, [...inside, "gone-not/a"]);
    await checked.store.removeAll("gone");
    expect(await Promise.all(inside.map(checked.store.size))).toEqual([null, null]);
    expect(await checked.store.size("gone-not/a")).toBe(10);
  });

  test("lists the folders directly in a folder", async () => {
    const folders = async (prefix: string): Promise<string[]> => {
      const names: string[] = [];
      for await (const name of checked.store.folders(prefix)) names.push(name);
      return names.toSorted();
    };
    await putMany(checked.store, [
      "listed/a/one",
      "listed/a/two",
      "listed/b/deep/three",
      "listed-not/c/four",
    ]);
    expect(await folders("listed")).toEqual(["a", "b"]);
    expect(await folders("never")).toEqual([]);
    for (const prefix of ["listed", "listed-not"]) await checked.store.removeAll(prefix);
  });

  test("accepts the removal of a folder that does not exist", async () => {
    await expect(checked.store.removeAll("never/was")).resolves.toBeUndefined();
  });

  test("removes more blobs than a store lists at a time", async () => {
    const keys = Array.from({ length: MANY }, (_, i) => `many/${i}`);
    await putMany(checked.store, keys);
    await checked.store.removeAll("many");
    expect(await checked.store.size("many/0")).toBeNull();
    expect(await checked.store.size(`many/${MANY - 1}`)).toBeNull();
  });
}

/** Declares the tests of every blob store. `storeOf` returns the store once tests run. */
export function checkBlobStore(storeOf: () => BlobStore): void {
  const checked = {} as Checked;
  beforeAll(async () => {
    checked.store = storeOf();
    checked.folder = await makeTestFolder();
  });

  checkWriting(checked);
  checkReading(checked);
  checkRemoving(checked);
}
