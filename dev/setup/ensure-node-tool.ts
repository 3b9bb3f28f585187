import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StackError } from "../stack/stack-error.ts";
import { installOnce } from "./install-once.ts";
import { findProgram } from "./locations.mjs";
import { CommandError, runCommand } from "./run-command.mjs";

const REMIND_MS = 30_000;
const INSTALL_MS = 25 * 60_000;
const SHOWN_CHARACTERS = 4_000;

export interface NodeTool {
  /** Of its folder, with the version: another manifest needs another name. */
  name: string;
  version: string;
  /** The package.json: dependencies with versions, and overrides. */
  manifest: object;
  /** The duration of the installation, for the message. */
  takes: string;
}

/** Runs long work at low priority. */
const atLowPriority = (args: string[]): [string, string[]] =>
  findProgram("nice") === null ? [args[0]!, args.slice(1)] : ["nice", ["-n", "10", ...args]];

async function install(what: string, folder: string): Promise<void> {
  const since = Date.now();
  const [program, args] = atLowPriority(["npm", "install", "--legacy-peer-deps", "--no-audit", "--no-fund"]);
  const remind = () => console.log(`  still installing (${Math.round((Date.now() - since) / 1_000)} s)`);
  const reminder = setInterval(remind, REMIND_MS);
  try {
    await runCommand(program, args, { cwd: folder, timeout: INSTALL_MS });
  } catch (error) {
    const output = error instanceof CommandError ? error.output.slice(-SHOWN_CHARACTERS) : "";
    throw new StackError(`npm could not install ${what} in ${folder}: check the network.\n${output}`);
  } finally {
    clearInterval(reminder);
  }
}

/** The folder with the tool. Installed once per manifest, with its own packages, in the cache folder. */
export function ensureNodeTool({ name, version, manifest, takes }: NodeTool): Promise<string> {
  const contents = JSON.stringify({ private: true, ...manifest }, null, 2);
  return installOnce({ name, version, contents }, async (home) => {
    console.log(`Installing ${name} ${version} in ${home} (once, ${takes})`);
    await writeFile(join(home, "package.json"), contents);
    await install(`${name} ${version}`, home);
  });
}
