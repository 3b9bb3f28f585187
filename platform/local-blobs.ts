import { createReadStream } from "node:fs";
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { BlobNotFound, type BlobStore, type ByteRange } from "./blobs.ts";
import { newId } from "./ids.ts";

/** By its code alone: errors of Node can come from another realm, where `instanceof Error` is false. */
const isErrno = (error: unknown, code: string): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === code;

/** Turns ENOENT into BlobNotFound and passes every other failure on. */
async function orNotFound<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isErrno(error, "ENOENT") ? new BlobNotFound(key) : error;
  }
}

/** To the disk: of a file its bytes, of a folder the names in it, without which a rename does not survive a power cut. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

async function moveInto(target: string, source: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await rename(source, target);
  } catch (error) {
    if (!isErrno(error, "EXDEV")) throw error;
    // Another file system: copy beside the target first, so that no reader ever sees half a file.
    const partial = `${target}.${newId()}`;
    await copyFile(source, partial);
    await rename(partial, target);
    await unlink(source);
  }
  await sync(dirname(target));
}

/** Blobs as files below one folder. */
export function createLocalBlobs(root: string): BlobStore {
  const base = resolve(root);
  const pathOf = (key: string): string => {
    const path = resolve(base, key);
    if (!path.startsWith(base + sep)) throw new Error(`blob key leaves its store: ${key}`);
    return path;
  };
  const newStaged = async (): Promise<string> => {
    const partial = join(base, "staging", newId());
    await mkdir(dirname(partial), { recursive: true });
    return partial;
  };
  const get = (key: string) => orNotFound(key, readFile(pathOf(key)));
  return {
    get,
    putFile: (key, path) => moveInto(pathOf(key), path),
    async put(key, bytes) {
      const partial = await newStaged();
      await writeFile(partial, bytes, { flush: true });
      await moveInto(pathOf(key), partial);
    },
    async copy(from, to) {
      const partial = await newStaged();
      await orNotFound(from, copyFile(pathOf(from), partial));
      await sync(partial);
      await moveInto(pathOf(to), partial);
    },
    async read(key, range?: ByteRange) {
      await orNotFound(key, access(pathOf(key), constants.R_OK));
      return createReadStream(pathOf(key), range);
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch((error: unknown) =>
        isErrno(error, "ENOENT") ? null : Promise.reject(error),
      );
      return found?.size ?? null;
    },
    async withFile(key, use) {
      await orNotFound(key, access(pathOf(key), constants.R_OK));
      return use(pathOf(key));
    },
    removeAll: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    async check() {
      await mkdir(base, { recursive: true });
      await access(base, constants.W_OK);
    },
  };
}
