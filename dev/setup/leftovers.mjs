import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, serversDir, temporalHome } from "./locations.mjs";

/** Partial work has the id of its process in its name; that of older versions does not. */
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
    // Nothing was created there yet.
    return [];
  }
}

/** Partial downloads of interrupted set-ups, up to a gigabyte each. */
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

/** Only for the holder of the set-up lock: otherwise process ids may be ambiguous. */
export function clearLeftovers() {
  for (const path of findLeftovers()) rmSync(path, { recursive: true, force: true });
}
