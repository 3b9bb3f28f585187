import { createHash } from "node:crypto";
import { mkdtempSync, type Stats } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** Containers that share a folder have processes of the same numbers. */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const NAME = /^compliance-scratch-[a-z]+-(\d+)-([0-9a-f]{8})-/;
const DAY_MS = 86_400_000;

/** A folder of this process's own; where the process is killed, another removes it: see removeLostScratch. */
export const makeScratchFolder = (what: string, parent = tmpdir()): string =>
  mkdtempSync(join(parent, `compliance-scratch-${what}-${process.pid}-${HOST}-`));

/** Lends a folder and removes it with all that is in it. */
export async function withScratchFolder<T>(what: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratchFolder(what);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A restarted container's process has the number of the one before; of other machines' processes nothing is known. */
function isLost(pid: number, host: string, { mtimeMs }: Stats): boolean {
  if (host !== HOST) return Date.now() - mtimeMs > DAY_MS;
  return pid === process.pid ? mtimeMs < performance.timeOrigin : !isRunning(pid);
}

/** The folders of this user below `parent` that `isOld` says are left over are removed; answers how many. Others may do so meanwhile. */
export async function removeFolders(
  parent: string,
  isOld: (name: string, found: Stats) => boolean,
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name);
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory() !== true || found.uid !== process.getuid?.() || !isOld(name, found)) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Removes what processes left that were killed, and what nobody has written to for a day on other machines; answers how many. */
export const removeLostScratch = (parent = tmpdir()): Promise<number> =>
  removeFolders(parent, (name, found) => {
    const [, pid, host = ""] = NAME.exec(name) ?? [];
    return pid !== undefined && isLost(Number(pid), host, found);
  });
