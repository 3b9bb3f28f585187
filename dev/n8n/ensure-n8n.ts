import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheDir, findProgram } from "../setup/locations.mjs";
import { StackError } from "../stack/stack-error.ts";

const VERSION = "2.8.4";
const REMIND_MS = 30_000;
const INSTALL_MS = 25 * 60_000;
const KEPT_CHARACTERS = 4_000;

const MANIFEST = {
  private: true,
  dependencies: {
    n8n: VERSION,
    // A peer of Sentry's, which n8n loads when it ends; without peers an old one would lie there.
    "@opentelemetry/core": "2.12.1",
  },
  overrides: {
    // n8n takes its xlsx from an address outside of the registry; this is the same package in it.
    xlsx: "npm:@e965/xlsx@0.20.3",
    // n8n's packages ask for ranges of it that do not meet.
    "@langchain/core": "1.2.13",
  },
};

/** What must not slow the machine down for others goes behind them. */
const atLowPriority = (args: string[]): [string, string[]] =>
  findProgram("nice") === null ? [args[0]!, args.slice(1)] : ["nice", ["-n", "10", ...args]];

async function install(folder: string): Promise<void> {
  const since = Date.now();
  const [program, args] = atLowPriority(["npm", "install", "--legacy-peer-deps", "--no-audit", "--no-fund"]);
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: INSTALL_MS,
  });
  let output = "";
  const hear = (chunk: unknown) => (output = (output + String(chunk)).slice(-KEPT_CHARACTERS));
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const remind = () => console.log(`  still installing (${Math.round((Date.now() - since) / 1_000)} s)`);
  const reminder = setInterval(remind, REMIND_MS);
  const [code] = (await once(child, "close").finally(() => clearInterval(reminder))) as [number | null];
  if (code !== 0)
    throw new StackError(`npm could not install n8n ${VERSION} in ${folder}: check the network.\n${output}`);
}

/** The program of n8n. Installed once, in the cache folder: 1.3 GB on disk, three to five minutes. */
export async function ensureN8n(): Promise<string> {
  const home = join(cacheDir(), `n8n-${VERSION}`);
  const program = join(home, "node_modules", "n8n", "bin", "n8n");
  const marker = join(home, "complete");
  if (existsSync(marker)) return program;
  console.log(`Installing n8n ${VERSION} in ${home} (once, three to five minutes)`);
  // Half an installation of an interrupted set-up is worse than none.
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "package.json"), JSON.stringify(MANIFEST, null, 2));
  await install(home);
  await writeFile(marker, "");
  return program;
}
