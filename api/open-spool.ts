import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { spoolsIn } from "../extraction/sweep-leftovers.ts";
import type { Config } from "../platform/config.ts";
import { makeScratchFolder } from "../platform/scratch.ts";

/**
 * Where uploads come in: on the disk of the blob store, so that taking a file is a rename; what is left there goes with
 * the store's own leftovers. Where files are kept elsewhere it is a folder of this process,
 * which a sweep removes when the process was killed.
 */
export function openSpool({ BLOB_STORE, DATA_DIR }: Pick<Config, "BLOB_STORE" | "DATA_DIR">): string {
  if (BLOB_STORE === "local") return join(DATA_DIR, "blobs", "staging");
  const parent = spoolsIn(DATA_DIR);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  return makeScratchFolder("upload", parent);
}
