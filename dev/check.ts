import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changedFiles } from "./setup/changed-files.ts";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";

const HELP = `npm run check [-- --all]

Checks your changes before a commit, in parallel: types and dead code of everything; format, lint and unit tests of the
files that differ from origin/main and of the files that import them. Shows what failed, and then exits with 1.

  --all   check every file, and run every unit test (minutes)
`;

const BIN = join(REPOSITORY, "node_modules", ".bin");
const CACHE = join(REPOSITORY, "node_modules", ".cache");
const MAX_OUTPUT = 50_000_000;
const JEST = fileURLToPath(import.meta.resolve("jest/bin/jest"));
/** These read the repository instead of importing it, so any change may affect them. */
const HOUSE_TESTS = "test/unit/house-*.test.ts";
/** Starts each command, which takes seconds. */
const COMMANDS_TEST = "test/unit/commands.test.ts";
const isOfCommand = (file: string): boolean => /^(dev|bench|docs\/commands\.md|package\.json)/.test(file);

interface Check {
  name: string;
  command: string;
  args: string[];
}

/**
 * Each checker repeats a quarter of the work of the others. With two processors, a second one saves no time, and other
 * checks run beside it.
 */
const CHECKERS = ["--checkers", String(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))))];

const ofEverything: Check[] = [
  { name: "types", command: join(BIN, "tsc"), args: ["-p", ".", ...CHECKERS] },
  { name: "types of the console", command: join(BIN, "tsc"), args: ["-p", "web", ...CHECKERS] },
  {
    name: "dead code",
    command: join(BIN, "knip"),
    args: ["--cache", "--cache-location", join(CACHE, "knip")],
  },
];

const format = (...files: string[]): Check => ({
  name: "format",
  command: join(BIN, "oxfmt"),
  args: ["--check", "--no-error-on-unmatched-pattern", ...files],
});
const lint = (...files: string[]): Check => ({ name: "lint", command: join(BIN, "oxlint"), args: files });
const unitTests = (...of: string[]): Check => ({
  name: "unit tests",
  command: process.execPath,
  args: [JEST, "--selectProjects=unit", ...of],
});

/** Format, lint and unit tests of these files and their dependents. */
function ofFiles(files: string[]): Check[] {
  const sources = files.filter((file) => /\.[mc]?tsx?$/.test(file));
  const related = [
    ...sources,
    ...globSync(HOUSE_TESTS, { cwd: REPOSITORY }),
    ...(files.some(isOfCommand) ? [COMMANDS_TEST] : []),
  ];
  return [
    ...(files.length > 0 ? [format(...files)] : []),
    ...(sources.length > 0 ? [lint(...sources)] : []),
    unitTests("--findRelatedTests", ...related),
  ];
}

/** Runs one check and reports the result, with the output only on failure. */
function run({ name, command, args }: Check): Promise<boolean> {
  const since = Date.now();
  return new Promise((resolve) => {
    execFile(command, args, { cwd: REPOSITORY, maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      const seconds = ((Date.now() - since) / 1000).toFixed(1);
      console.log(`${error === null ? "✓" : "✗"} ${name} (${seconds} s)`);
      // Jest repeats its patterns, which here are hundreds of files.
      if (error !== null) console.log(`${stdout}${stderr}`.replace(/^Ran all test suites.*$/m, "").trimEnd());
      resolve(error === null);
    });
  });
}

const { all } = readArgs(
  { help: HELP, options: { all: { type: "boolean", default: false } } },
  (values) => values,
);
// The console is typed by the current API description. Loaded here, because it loads the whole API.
const { writeApiTypes } = await import("./web/write-api-types.ts");
await writeApiTypes();
const files = all ? null : changedFiles();
if (files !== null) console.log(`${files.length} changed files`);
const passed = await Promise.all(
  [...ofEverything, ...(files === null ? [format("."), lint("."), unitTests()] : ofFiles(files))].map(run),
);
process.exit(passed.every(Boolean) ? 0 : 1);
