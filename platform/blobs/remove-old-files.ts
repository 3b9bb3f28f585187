import { opendir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";

/** By code only: Node errors can come from another realm, where `instanceof Error` is false. */
const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) =>
    (error as NodeJS.ErrnoException).code === "ENOENT" ? null : Promise.reject(error as Error),
  );

/**
 * Removes files in a folder that have not been written to since `before`; returns their number. Safe to run
 * concurrently.
 */
export async function removeOldFiles(folder: string, before: Date): Promise<number> {
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
