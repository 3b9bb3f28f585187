import { expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { writeZip, type ZipEntry } from "../../activities/reports/write-zip.ts";
import { readZip } from "../support/read-zip.ts";
import { waitFor } from "../support/wait-for.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const folder = await makeTestFolder();
let files = 0;

const NEVER = new AbortController().signal;
const newFile = (): string => join(folder, String((files += 1)));
const entry = (
  path: string,
  text: string,
  open = async () => Readable.from([Buffer.from(text)]),
): ZipEntry => ({
  path,
  size: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
  open,
});

async function zipOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const target = newFile();
  await writeZip(target, entries, NEVER);
  return readFile(target);
}

test("the same entries produce the same bytes in any order, sorted by path", async () => {
  const entries = [entry("b", "two"), entry("a/b", "one"), entry("a", ""), entry("é", "three")];
  const [bytes, reversed] = [await zipOf(entries), await zipOf(entries.toReversed())];
  expect(bytes.equals(reversed)).toBe(true);
  expect([...(await readZip(bytes)).keys()]).toEqual(["a", "a/b", "b", "é"]);
});

test("the result has its size and hash", async () => {
  const target = newFile();
  const answered = await writeZip(target, [entry("a", "one")], NEVER);
  const bytes = await readFile(target);
  expect(answered).toEqual({ size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
});

const broken = (): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from("on");
      throw new Error("the disk is gone");
    })(),
  );

test.each([
  ["other bytes", async () => Readable.from([Buffer.from("two")]), /"b" differs from the uploaded file/],
  ["fewer bytes", async () => Readable.from([Buffer.from("on")]), /"b" differs from the uploaded file/],
  ["more bytes", async () => Readable.from([Buffer.from("one more")]), /"b" differs from the uploaded file/],
  ["a source that breaks", async () => broken(), /the disk is gone/],
  ["a source that does not open", () => Promise.reject(new Error("no such blob")), /no such blob/],
])("%s fail the file", async (_what, open, message) => {
  const entries = [entry("a", "first"), entry("b", "one", open), entry("c", "last")];
  await expect(writeZip(newFile(), entries, NEVER)).rejects.toThrow(message);
});

test("stops when aborted, and closes its sources", async () => {
  const abort = new AbortController();
  const source = new Readable({ read: () => undefined });
  const stuck = async (): Promise<Readable> => {
    setImmediate(() => abort.abort());
    return source;
  };
  await expect(writeZip(newFile(), [entry("a", "one", stuck)], abort.signal)).rejects.toThrow(/abort/i);
  await waitFor(async () => source.destroyed, Boolean);
});
