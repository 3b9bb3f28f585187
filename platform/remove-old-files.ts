import { opendir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";

/** By its code alone: errors of Node can come from another realm, where `instanceof Error` is false. */
const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) =>
    (error as NodeJS.ErrnoException).code === "ENOENT" ? null : Promise.reject(error as Error),
  );

/** Removes the files of a folder that nobody has written to since `before`; answers how many. Others may do so meanwhile. */
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
