import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { StackError } from "../stack/stack-error.ts";
import { installOnce } from "./install-once.ts";
import { findProgram } from "./locations.mjs";

const run = promisify(execFile);
const STEP_MS = 5 * 60_000;

export interface PythonTool {
  name: string;
  version: string;
  /** As pip names them, with versions. */
  packages: readonly string[];
  /** What to do if the installation fails. */
  remedy: string;
}

async function step(program: string, args: readonly string[], remedy: string): Promise<void> {
  try {
    await run(program, args, { timeout: STEP_MS });
  } catch (error) {
    const { stderr = "", message } = error as { stderr?: string; message: string };
    throw new StackError(
      `${program} ${args.join(" ")}: ${stderr.trim().split("\n").at(-1) || message}\n${remedy}`,
    );
  }
}

/**
 * The Python with the tool. Installed once for these packages, in a separate environment in the cache folder.
 * Throws StackError with the remedy if there is no Python or no package index.
 */
export async function ensurePythonTool({ name, version, packages, remedy }: PythonTool): Promise<string> {
  const pythonIn = (home: string): string => join(home, "bin", "python");
  const contents = packages.join("\n");
  const made = await installOnce({ name, version, contents }, async (home) => {
    const system = findProgram("python3");
    if (system === null) throw new StackError(`${name} needs Python, which was not found. ${remedy}`);
    console.log(`Installing ${name} ${version} in ${home} (once)`);
    await step(system, ["-m", "venv", home], remedy);
    const pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", ...packages];
    await step(pythonIn(home), pip, remedy);
  });
  return pythonIn(made);
}
