import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Lets `fill` write into an empty folder beside the target, then renames what it answers to the target.
 * What was interrupted is therefore never taken for complete, and the next set-up removes it. Folders above the target are made readable by all.
 */
export async function intoPlace(target, fill) {
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const workshop = mkdtempSync(join(dirname(target), `.partial-${process.pid}-`));
  // mkdtemp closes its folder to others, but a server's own user must read what comes out of it.
  chmodSync(workshop, 0o755);
  try {
    const made = await fill(workshop);
    if (existsSync(target)) rmSync(target, { recursive: true });
    renameSync(made, target);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}
