import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, serversDir, temporalHome } from "./locations.mjs";

/** What is being made carries the number of the process that makes it; that of older versions did not. */
const UNFINISHED = /^\.partial-(?:(\d+)-)?|\.(\d+)\.tmp$/;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was made there yet.
    return [];
  }
}

/** Beside everything that is fetched: what a set-up left that was ended in the midst of it, up to a gigabyte each time. */
export function findLeftovers() {
  const folders = new Set([cacheDir(), serversDir(), temporalHome(), join(cacheDir(), "models")]);
  return [...folders].flatMap((folder) =>
    listed(folder)
      .filter((name) => {
        const [found, workshop, copy] = UNFINISHED.exec(name) ?? [];
        const pid = workshop ?? copy;
        return found !== undefined && (pid === undefined || !isRunning(Number(pid)));
      })
      .map((name) => join(folder, name)),
  );
}

/** Only for whoever holds the lock of the set-up: elsewhere the numbers of processes may mean others. */
export function clearLeftovers() {
  for (const path of findLeftovers()) rmSync(path, { recursive: true, force: true });
}
