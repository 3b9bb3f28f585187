import { beforeEach, expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSpool } from "../../api/open-spool.ts";
import { startSweeping } from "../../extraction/sweep-leftovers.ts";
import { createLogger } from "../../platform/logger.ts";
import { makeScratchFolder, removeLostScratch, withScratchFolder } from "../../platform/blobs/scratch.ts";
import { waitFor } from "../support/wait-for.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

let parent: string;
beforeEach(async () => {
  parent = await makeTestFolder();
});

const DEAD = spawnSync(process.execPath, ["-e", ""]).pid;
const LONG_AGO = new Date(Date.now() - 2 * 86_400_000);

/** A folder with a file, as the process with this id would create it. */
function leftBy(pid: number, { host, at = new Date() }: { host?: string; at?: Date } = {}): string {
  const mine = makeScratchFolder("blob", parent);
  rmSync(mine, { recursive: true });
  const other = mine.replace(`-${process.pid}-`, `-${pid}-`);
  const path = host === undefined ? other : other.replace(/-[0-9a-f]{8}-/, `-${host}-`);
  mkdirSync(join(path, "below"), { recursive: true });
  utimesSync(path, at, at);
  return path;
}

test.each<[string, boolean, () => string]>([
  ["of a process that was killed", true, () => leftBy(DEAD)],
  ["of one that runs, however old", false, () => leftBy(process.ppid, { at: LONG_AGO })],
  ["of this one", false, () => leftBy(process.pid)],
  ["of an earlier process with the same number", true, () => leftBy(process.pid, { at: LONG_AGO })],
  ["of another machine", false, () => leftBy(DEAD, { host: "00000000" })],
  ["of another machine, a day old", true, () => leftBy(DEAD, { host: "00000000", at: LONG_AGO })],
])("a folder %s is lost: %s", async (_whose, isLost, leave) => {
  const path = leave();
  expect(await removeLostScratch(parent)).toBe(isLost ? 1 : 0);
  expect(existsSync(path)).toBe(!isLost);
});

test("neither a link nor its target is removed", async () => {
  const target = join(parent, "target");
  mkdirSync(target);
  const link = leftBy(DEAD);
  rmSync(link, { recursive: true });
  symlinkSync(target, link);
  expect(await removeLostScratch(parent)).toBe(0);
  expect(readdirSync(parent)).toHaveLength(2);
});

test("a temporary folder is removed after use, even after a failure", async () => {
  let lent = "";
  const use = async (folder: string): Promise<never> => {
    lent = folder;
    throw new Error("never mind");
  };
  await expect(withScratchFolder("test", use)).rejects.toThrow("never mind");
  expect([lent.startsWith(tmpdir()), existsSync(lent)]).toEqual([true, false]);
});

test("a temporary folder can be in a place with more room, which is created", async () => {
  const roomy = join(parent, "data", "spool");
  const lent = await withScratchFolder("test", (folder) => Promise.resolve(folder), roomy);
  expect([dirname(lent), readdirSync(roomy)]).toEqual([roomy, []]);
});

test("uploads of a killed API are removed by a running one, if files are stored elsewhere", async () => {
  const settings = { BLOB_STORE: "s3", DATA_DIR: parent } as const;
  const alive = openSpool(settings);
  const sweeping = startSweeping(settings, createLogger("test", "silent"), 20);
  try {
    const killed = alive.replace(`-${process.pid}-`, `-${DEAD}-`);
    for (let n = 0; n < 2; n++) {
      mkdirSync(killed);
      await waitFor(
        () => Promise.resolve(existsSync(killed)),
        (isThere) => !isThere,
      );
    }
  } finally {
    sweeping.stop();
  }
  expect(existsSync(alive)).toBe(true);
  expect(openSpool({ ...settings, BLOB_STORE: "local" })).toBe(join(parent, "blobs", "staging"));
});
