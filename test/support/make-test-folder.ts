import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopAfterAll } from "./stop-after-all.ts";

/** An empty folder, which is removed after the tests of this file: call it at the top. */
export async function makeTestFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  // What a test stopped in the middle may still be removing a file of its own.
  await stopAfterAll({ stop: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) });
  return folder;
}
