import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Fault } from "./fault.ts";

/** Enough for the files of half an hour. */
const SIZE = "256m";
const BLOCKS = [1024 * 1024, 4_096];
const TRIES = 100;
const PAUSE_MS = 50;

/** A file system of its own for the product's files. */
export interface SmallDisk {
  faults: Fault[];
  unmount(): void;
}

/** Files that are being written keep a disk writable: the next moment without any will do. */
async function remount(folder: string, how: "ro" | "rw"): Promise<void> {
  for (let left = TRIES; ; left -= 1)
    try {
      return void (await promisify(execFile)("mount", ["-o", `remount,${how}`, folder]));
    } catch (error) {
      if (left === 0) throw error;
      await sleep(PAUSE_MS);
    }
}

async function fill(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const size of BLOCKS) {
      const block = Buffer.alloc(size);
      // Until there is no room for another block.
      while (
        await file.write(block).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}

/** Whether a file of the size of a small upload can no longer be stored. */
async function refusesFiles(folder: string): Promise<boolean> {
  const path = join(folder, "probe");
  try {
    await writeFile(path, Buffer.alloc(BLOCKS[0]!));
    return false;
  } catch {
    return true;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Mounts a small disk at `folder`; null if this user may not. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = ["-t", "tmpfs", "-o", `size=${SIZE},mode=700`, "tmpfs", folder];
  if (spawnSync("mount", options).status !== 0) return null;
  const ballast = join(folder, "ballast");
  let isMounted = true;
  const unmount = (): void => {
    if (!isMounted) return;
    isMounted = false;
    // What the checks complain about stays.
    rmSync(ballast, { force: true });
    spawnSync("cp", ["-a", folder, `${folder}-files`]);
    spawnSync("umount", ["--lazy", folder]);
  };
  const hasEffect = (): Promise<boolean> => refusesFiles(folder);
  // An interrupted run must not leave it mounted.
  process.once("exit", unmount);
  return {
    faults: [
      {
        name: "fill disk",
        begin: () => fill(ballast),
        repair: () => rm(ballast, { force: true }),
        hasEffect,
      },
      {
        name: "read-only disk",
        begin: () => remount(folder, "ro"),
        repair: () => remount(folder, "rw"),
        hasEffect,
      },
    ],
    unmount,
  };
}
