import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { cacheDir, findProgram } from "./locations.mjs";
import { SetupError } from "./setup-error.mjs";

/**
 * Creates the folder and its parents. Node's recursive mkdir never returns where a folder cannot be created although
 * its parent exists, as in /proc.
 */
function makeFolders(folder) {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another set-up may have created it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

function createFolder(folder) {
  try {
    makeFolders(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const remedy = folder === cacheDir() ? "name another folder with CACHE_DIR" : "make it writable";
    throw new SetupError(`Nothing can be written to ${folder} (${error.code}): ${remedy}.`, { cause: error });
  }
}

/**
 * Lets one set-up at a time work on the folder; `onWait` is called if another one is running. A child process
 * holds the lock and exits with this process, however it ends, so no lock is left behind.
 */
export async function withLock(folder, onWait, work) {
  createFolder(folder);
  const flock = findProgram("flock");
  // Without flock, two set-ups at worst repeat work: one rename puts each result in place.
  if (flock === null) return work();
  const holder = spawn(flock, [join(folder, "setup.lock"), "sh", "-c", "echo held; exec cat >/dev/null"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = setTimeout(() => onWait(), 300);
  try {
    await new Promise((resolve, reject) => {
      createInterface({ input: holder.stdout }).once("line", resolve);
      holder.once("error", reject);
      holder.once("exit", () => reject(new Error(`The lock in ${folder} could not be taken`)));
    });
  } finally {
    clearTimeout(waiting);
  }
  try {
    return await work();
  } finally {
    holder.stdin.end();
  }
}
