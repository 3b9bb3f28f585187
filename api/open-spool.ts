import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { spoolsIn } from "../extraction/sweep-leftovers.ts";
import type { Config } from "../platform/config.ts";
import { makeScratchFolder } from "../platform/blobs/scratch.ts";

/**
 * The folder for uploads: on the disk of the blob store, so that storing a file is a rename, and the store's
 * clean-up covers leftovers. If files are stored elsewhere, a folder of this process, which a sweep removes
 * if the process is killed.
 */
export function openSpool({ BLOB_STORE, DATA_DIR }: Pick<Config, "BLOB_STORE" | "DATA_DIR">): string {
  if (BLOB_STORE === "local") return join(DATA_DIR, "blobs", "staging");
  const parent = spoolsIn(DATA_DIR);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  return makeScratchFolder("upload", parent);
}
