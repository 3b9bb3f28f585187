import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { REPOSITORY } from "../../dev/setup/locations.mjs";

/** The total gzipped size of scripts of the built console. */
export async function scriptBytes(paths: readonly string[]): Promise<number> {
  const files = paths.map((path) => readFile(join(REPOSITORY, "web", "dist", path)));
  return (await Promise.all(files)).reduce((sum, bytes) => sum + gzipSync(bytes).length, 0);
}
