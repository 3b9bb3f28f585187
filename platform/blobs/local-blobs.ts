import { createReadStream } from "node:fs";
import {
  access,
  chmod,
  constants,
  copyFile,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { BlobNotFound, type BlobState, type BlobStore, type ByteRange } from "./blobs.ts";
import { isErrno } from "../is-errno.ts";
import { newId } from "../ids.ts";

/** Uploads are readable by this service only, not by other accounts on the machine. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Turns ENOENT into BlobNotFound and passes on all other failures. */
async function orNotFound<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isErrno(error, "ENOENT") ? new BlobNotFound(key) : error;
  }
}

/**
 * Flushes to disk: the bytes of a file, or the entries of a folder, without which a rename does not survive a
 * power failure.
 */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/** Creates a folder with its missing parents, and flushes every folder that has a new entry. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  const changed = [dirname(first)];
  for (let made = dirname(path); made.length >= first.length; made = dirname(made)) changed.push(made);
  await Promise.all(changed.map(sync));
}

/** Writes to a staging file first, so that no reader sees a partial file; removes it on failure. */
async function stage(staging: string, write: (path: string) => Promise<void>): Promise<string> {
  await makeFolder(staging);
  const partial = join(staging, newId());
  try {
    await write(partial);
    return partial;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const stageCopy = (staging: string, source: string): Promise<string> =>
  stage(staging, async (path) => {
    await copyFile(source, path);
    await sync(path);
  });

async function moveInto(target: string, source: string): Promise<void> {
  await makeFolder(dirname(target));
  await chmod(source, PRIVATE_FILE);
  await rename(source, target);
  await sync(dirname(target));
}

async function moveOrCopyInto(target: string, source: string, staging: string): Promise<void> {
  try {
    await moveInto(target, source);
  } catch (error) {
    // A file cannot be renamed across file systems.
    if (!isErrno(error, "EXDEV")) throw error;
    await moveInto(target, await stageCopy(staging, source));
    await unlink(source);
  }
}

/** Null for what does not exist. */
const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => (isErrno(error, "ENOENT") ? null : Promise.reject(error as Error)));

/** No one can set the time of the last change of an inode (`ctime`), unlike that of its bytes. */
async function stateOf(path: string): Promise<BlobState | null> {
  const found = await ifThere(stat(path, { bigint: true }));
  if (found === null) return null;
  return { size: Number(found.size), version: `${found.ino} ${found.ctimeNs} ${found.size}` };
}

async function* foldersBelow(path: string): AsyncIterable<string> {
  for await (const entry of (await ifThere(opendir(path))) ?? []) if (entry.isDirectory()) yield entry.name;
}

/**
 * Removes files in a folder that have not been written to since `before`; returns their number. Safe to run
 * concurrently.
 */
async function removeOldFiles(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for await (const entry of (await ifThere(opendir(folder))) ?? []) {
    const path = join(folder, entry.name);
    const found = entry.isFile() ? await ifThere(stat(path)) : null;
    if (found === null || found.mtime >= before) continue;
    await ifThere(unlink(path));
    removed += 1;
  }
  return removed;
}

/** Blobs as files below one folder. */
export function createLocalBlobs(root: string): BlobStore {
  const base = resolve(root);
  const pathOf = (key: string): string => {
    const path = resolve(base, key);
    if (!path.startsWith(base + sep)) throw new Error(`blob key points outside the store: ${key}`);
    return path;
  };
  const staging = join(base, "staging");
  const get = (key: string) => orNotFound(key, readFile(pathOf(key)));
  return {
    get,
    putFile: (key, path) => moveOrCopyInto(pathOf(key), path, staging),
    async put(key, bytes) {
      const write = (path: string) => writeFile(path, bytes, { flush: true, mode: PRIVATE_FILE });
      await moveInto(pathOf(key), await stage(staging, write));
    },
    async copy(from, to) {
      await moveInto(pathOf(to), await orNotFound(from, stageCopy(staging, pathOf(from))));
    },
    async read(key, range?: ByteRange) {
      await orNotFound(key, access(pathOf(key), constants.R_OK));
      return createReadStream(pathOf(key), range);
    },
    async size(key) {
      return (await ifThere(stat(pathOf(key))))?.size ?? null;
    },
    state: (key) => stateOf(pathOf(key)),
    async withFile(key, use) {
      await orNotFound(key, access(pathOf(key), constants.R_OK));
      return use(pathOf(key));
    },
    removeAll: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    folders: (prefix) => foldersBelow(pathOf(prefix)),
    removeUnfinished: (before) => removeOldFiles(staging, before),
    async check() {
      await makeFolder(base);
      // Closing the base folder also protects everything written below it earlier.
      await chmod(base, PRIVATE_FOLDER);
      await access(base, constants.W_OK);
    },
  };
}
