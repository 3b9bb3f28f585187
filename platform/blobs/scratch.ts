import { hash } from "node:crypto";
import { mkdtempSync, type Stats } from "node:fs";
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { isErrno } from "../is-errno.ts";

/** Containers that share a folder have processes with equal ids. */
const HOST = hash("sha256", hostname()).slice(0, 8);
const NAME = /^compliance-scratch-[a-z]+-(\d+)-([0-9a-f]{8})-/;
const DAY_MS = 86_400_000;

/** A folder of this process; if the process is killed, another one removes it: see removeLostScratch. */
export const makeScratchFolder = (what: string, parent = tmpdir()): string =>
  mkdtempSync(join(parent, `compliance-scratch-${what}-${process.pid}-${HOST}-`));

/** Lends a folder in `parent`, which is created, and then removes it with its contents. */
export async function withScratchFolder<T>(
  what: string,
  use: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = makeScratchFolder(what, parent);
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
    return isErrno(error, "EPERM");
  }
}

/**
 * The process of a restarted container has the id of its predecessor; nothing is known about processes of
 * other machines.
 */
function isLost(pid: number, host: string, { mtimeMs }: Stats): boolean {
  if (host !== HOST) return Date.now() - mtimeMs > DAY_MS;
  return pid === process.pid ? mtimeMs < performance.timeOrigin : !isRunning(pid);
}

/**
 * Removes this user's folders in `parent` that `isOld` selects; returns their number. Safe to run
 * concurrently.
 */
async function removeFolders(
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

/**
 * Removes folders of killed processes, and folders of other machines unused for a day; returns their number.
 */
export const removeLostScratch = (parent = tmpdir()): Promise<number> =>
  removeFolders(parent, (name, found) => {
    const [, pid, host = ""] = NAME.exec(name) ?? [];
    return pid !== undefined && isLost(Number(pid), host, found);
  });
