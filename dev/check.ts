import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { writeApiTypes } from "./web/write-api-types.ts";

const HELP = `npm run check

Format, types with lint, dead code and unit tests, all at once; a minute, before each commit. Shows what failed, and ends with 1.
`;

const BIN = join(REPOSITORY, "node_modules", ".bin");
const MAX_OUTPUT = 50_000_000;

const CHECKS: { name: string; command: string; args: string[] }[] = [
  { name: "format", command: join(BIN, "oxfmt"), args: ["--check", "."] },
  { name: "types", command: join(BIN, "tsc"), args: ["-p", "."] },
  { name: "types of the console", command: join(BIN, "tsc"), args: ["-p", "web"] },
  { name: "lint", command: join(BIN, "oxlint"), args: ["."] },
  { name: "dead code", command: join(BIN, "knip"), args: [] },
  {
    name: "unit tests",
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve("jest/bin/jest")), "--selectProjects=unit"],
  },
];

/** Runs one check and says how it went; its output only when it failed. */
function run({ name, command, args }: (typeof CHECKS)[number]): Promise<boolean> {
  const since = Date.now();
  return new Promise((resolve) => {
    execFile(command, args, { cwd: REPOSITORY, maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      const seconds = ((Date.now() - since) / 1000).toFixed(1);
      console.log(`${error === null ? "✓" : "✗"} ${name} (${seconds} s)`);
      if (error !== null) console.log(`${stdout}${stderr}`.trimEnd());
      resolve(error === null);
    });
  });
}

readArgs({ help: HELP }, () => undefined);
// The console is written against what the API says of itself now.
await writeApiTypes();
const passed = await Promise.all(CHECKS.map(run));
process.exit(passed.every(Boolean) ? 0 : 1);
