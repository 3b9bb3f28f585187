import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { cacheDir, findProgram } from "../setup/locations.mjs";
import { StackError } from "../stack/stack-error.ts";

const run = promisify(execFile);
const VERSION = "5.2.5";
/** What `moto[server]` would bring for all of Amazon's services is twice the size. */
const PACKAGES = [`moto[s3]==${VERSION}`, "flask==3.1.3", "flask-cors==6.0.5"];
const STEP_MS = 5 * 60_000;
const REMEDY =
  "Install Python 3.10 or later with its venv module (Debian: apt-get install python3 python3-venv), " +
  "or set S3_ENDPOINT to a running S3-compatible server with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.";

async function step(program: string, args: readonly string[], what: string): Promise<void> {
  try {
    await run(program, args, { timeout: STEP_MS });
  } catch (error) {
    const { stderr = "", message } = error as { stderr?: string; message: string };
    throw new StackError(`${what} failed: ${stderr.trim().split("\n").at(-1) || message}\n${REMEDY}`);
  }
}

/**
 * The Python that has moto, a server that speaks S3. Installed once, in an environment of its own in the cache
 * folder: 140 MB, half a minute. Throws StackError with the remedy when there is no Python or no package index.
 */
export async function ensureMoto(): Promise<string> {
  const home = join(cacheDir(), `moto-${VERSION}`);
  const python = join(home, "bin", "python");
  const marker = join(home, "complete");
  if (existsSync(marker)) return python;
  const system = findProgram("python3");
  if (system === null) throw new StackError(`moto needs Python, and there is none. ${REMEDY}`);
  console.log(`Installing moto ${VERSION} in ${home} (once)`);
  // Half an environment of an interrupted set-up is worse than none.
  await rm(home, { recursive: true, force: true });
  await step(system, ["-m", "venv", home], "Making a Python environment");
  const pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", ...PACKAGES];
  await step(python, pip, "Installing moto");
  await writeFile(marker, "");
  return python;
}
