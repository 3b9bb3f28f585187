import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "../setup/locations.mjs";
import { StackError } from "../stack/stack-error.ts";
import { hashOfInputs, isConsoleBuilt } from "./built-console.ts";

const BUILD_MS = 10 * 60_000;

/** Builds the console if its files have changed, in a separate process, which returns the memory. */
export async function ensureConsole(log: (text: string) => void): Promise<void> {
  if (isConsoleBuilt(hashOfInputs())) return;
  const since = Date.now();
  log("Building the console");
  const args = [join(REPOSITORY, "dev", "build-web.ts")];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY, timeout: BUILD_MS });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new StackError(`The console could not be built:\n${`${stdout}${stderr}`.trim()}`);
  }
  log(`Console is built (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}
