import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { readArgs } from "./read-args.ts";
import { LEAVES, type Leaf } from "./removable/leaves.ts";
import { removeFeature } from "./removable/remove-feature.ts";
import { REPOSITORY } from "./setup/locations.mjs";

const HELP = `npm run check:removable [-- --only FEATURE]

Takes one feature after the other out of a copy of the repository, with its lines in the files that list features, and
shows whether types, lint, dead-code check and the remaining unit tests pass. Some minutes for each. Ends with 1 if a
feature cannot be removed.

The console (web) stays as it is and is not checked: its types come from the API description of all features.

  --only FEATURE   this one; "nothing" checks a copy from which nothing was removed
`;

const run = promisify(execFile);
const MAX_OUTPUT = 50_000_000;

const bin = (name: string): string => path.join(REPOSITORY, "node_modules", ".bin", name);
interface Check {
  name: string;
  command: string;
  args: string[];
}

const EVENT_DOCS: Check = {
  name: "event docs",
  command: process.execPath,
  args: ["dev/write-event-docs.ts"],
};
const CHECKS: Check[] = [
  { name: "types", command: bin("tsc"), args: ["-p", ".", "--incremental", "false"] },
  { name: "lint", command: bin("oxlint"), args: ["--ignore-pattern", "web/**", "."] },
  { name: "dead code", command: bin("knip"), args: [] },
  {
    name: "unit tests",
    command: process.execPath,
    args: [
      "--experimental-vm-modules",
      "--disable-warning=ExperimentalWarning",
      path.join(REPOSITORY, "node_modules/jest/bin/jest.js"),
      "--selectProjects=unit",
    ],
  },
];

/** A copy of all files that git tracks or would add, with our packages. */
async function copyRepository(): Promise<string> {
  const copy = mkdtempSync(path.join(tmpdir(), "removable-"));
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await run("git", listed, { cwd: REPOSITORY, maxBuffer: MAX_OUTPUT });
  for (const file of stdout.split("\0").filter((name) => name !== "")) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(REPOSITORY, file), path.join(copy, file), { force: true });
  }
  for (const packages of ["node_modules", "web/node_modules"])
    symlinkSync(path.join(REPOSITORY, packages), path.join(copy, packages));
  return copy;
}

/** Runs one check of a copy and reports the result, with the output only on failure. */
async function passes({ name, command, args }: Check, cwd: string): Promise<boolean> {
  const since = Date.now();
  const failure = await run(command, args, { cwd, maxBuffer: MAX_OUTPUT }).then(
    () => null,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ""}${error.stderr ?? ""}`,
  );
  console.log(`  ${failure === null ? "✓" : "✗"} ${name} (${((Date.now() - since) / 1_000).toFixed(1)} s)`);
  if (failure !== null) console.log(failure.trimEnd());
  return failure === null;
}

async function isRemovable(leaf: Leaf): Promise<boolean> {
  const copy = await copyRepository();
  try {
    const { files, tests, lines, obstacles } = removeFeature(copy, leaf);
    console.log(`${leaf.name}: ${files} files, ${tests} further tests, ${lines} lines of lists`);
    for (const sentence of obstacles) console.log(`  ✗ ${sentence}`);
    if (obstacles.length > 0) return false;
    // The others read what this writes.
    if (!(await passes(EVENT_DOCS, copy))) return false;
    return (await Promise.all(CHECKS.map((check) => passes(check, copy)))).every(Boolean);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const only = readArgs({ help: HELP, options: { only: { type: "string" } } }, (values) => values.only);
const NOTHING: Leaf = { name: "nothing", files: [] };
const asked = only === undefined ? LEAVES : [...LEAVES, NOTHING].filter(({ name }) => name === only);
const broken: string[] = [];
for (const leaf of asked) if (!(await isRemovable(leaf))) broken.push(leaf.name);
if (broken.length > 0) console.log(`cannot be removed: ${broken.join(", ")}`);
process.exitCode = broken.length > 0 ? 1 : 0;
