import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findProgram } from "./locations.mjs";

/**
 * Lets one set-up at a time work on the folder; `onWait` is called if another one is running. A child process
 * holds the lock and exits with this process, however it ends, so no lock is left behind.
 */
export async function withLock(folder, onWait, work) {
  const flock = findProgram("flock");
  // Without flock, two set-ups at worst repeat work: one rename puts each result in place.
  if (flock === null) return work();
  mkdirSync(folder, { recursive: true });
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
