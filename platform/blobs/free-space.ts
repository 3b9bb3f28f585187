import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { unavailable } from "../errors.ts";
import { isErrno } from "../is-errno.ts";

export interface FreeSpace {
  /** Free bytes in the fullest of the folders. */
  bytes(): Promise<number>;
  /** Rejects if less than the floor is free. */
  check(): Promise<void>;
  /** Throws SERVICE_UNAVAILABLE with status 507 if `more` bytes would leave less than the floor. */
  requireSpace(more: number): Promise<void>;
}

/** Free space of the file system of a folder, which need not exist yet. */
async function freeIn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(folder);
    if (!isErrno(error, "ENOENT") || above === folder) throw error;
    return freeIn(above);
  }
}

/** The space left for files; `floor` bytes are reserved for other writes. */
export function createFreeSpace(folders: readonly string[], floor: number): FreeSpace {
  const bytes = async (): Promise<number> => Math.min(...(await Promise.all(folders.map(freeIn))));
  return {
    bytes,
    async check() {
      const free = await bytes();
      if (free < floor) throw new Error(`${free} bytes are free, fewer than ${floor}`);
    },
    async requireSpace(more) {
      if ((await bytes()) - more >= floor) return;
      const message = "Storage is nearly full: contact an administrator";
      throw unavailable(message, { status: 507 });
    },
  };
}
