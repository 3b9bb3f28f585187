import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Lets `fill` write into an empty folder beside the target, then renames the folder that it returns to the
 * target. Interrupted work is therefore never mistaken for complete, and the next set-up removes it. Parent
 * folders of the target are made readable by all.
 */
export async function intoPlace(target, fill) {
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const workshop = mkdtempSync(join(dirname(target), `.partial-${process.pid}-`));
  // mkdtemp creates private folders, but a server's own user must read the result.
  chmodSync(workshop, 0o755);
  try {
    const made = await fill(workshop);
    if (existsSync(target)) rmSync(target, { recursive: true });
    renameSync(made, target);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}
