import { execFile } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { readArgs } from "./read-args.ts";
import { LEAVES, type Leaf } from "./removable/leaves.ts";
import { removeFeature } from "./removable/remove-feature.ts";
import { unusedIn } from "./removable/unused-in.ts";
import { REPOSITORY } from "./setup/locations.mjs";

const HELP = `npm run check:removable [-- --only FEATURE --all]

Removes one feature at a time from a copy of the repository, with its lines in the files that list features, and checks
the rest: types and dead code of everything; lint of the edited files and the remaining unit tests that the edits may
affect. Takes about a minute for each feature. Exits with 1 if a feature cannot be removed.

The console (web) is neither changed nor checked: its types come from the API description of all features.

  --only FEATURE   check only this feature; "nothing" checks an unchanged copy
  --all            lint every file, and run every remaining unit test (minutes)
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
/** Unit tests read files with them. */
const PARSERS: Check = {
  name: "parsers",
  command: process.execPath,
  args: ["dev/build-parsers.mjs"],
};
/** These read the repository instead of importing it, so any change may affect them. */
const HOUSE_TESTS = "test/unit/house-*.test.ts";

/** All checks, of these files or of everything. */
function checksOf(copy: string, files: readonly string[] | null): Check[] {
  const sources = files?.filter((file) => file.endsWith(".ts"));
  const affected = sources && ["--findRelatedTests", ...sources, ...globSync(HOUSE_TESTS, { cwd: copy })];
  return [
    { name: "types", command: bin("tsc"), args: ["-p", ".", "--incremental", "false"] },
    {
      name: "lint",
      command: bin("oxlint"),
      args: ["--ignore-pattern", "web/**", ...(sources?.length ? sources : ["."])],
    },
    {
      name: "unit tests",
      command: process.execPath,
      args: [
        "--experimental-vm-modules",
        "--disable-warning=ExperimentalWarning",
        path.join(REPOSITORY, "node_modules/jest/bin/jest.js"),
        "--selectProjects=unit",
        ...(affected ?? []),
      ],
    },
  ];
}

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

/** Prints the result of a check, with the output only on failure. */
function report(name: string, failure: string): void {
  console.log(`  ${failure === "" ? "✓" : "✗"} ${name}`);
  if (failure !== "") console.log(failure.trimEnd());
}

/** Runs one check of a copy. */
async function passes({ name, command, args }: Check, cwd: string): Promise<boolean> {
  const failure = await run(command, args, { cwd, maxBuffer: MAX_OUTPUT }).then(
    () => "",
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ""}${error.stderr ?? ""}` || "failed",
  );
  report(name, failure);
  return failure === "";
}

/** Whether the removal leaves no dead code, apart from code that only tests use. */
async function hasNoDeadCode(copy: string): Promise<boolean> {
  const whole = await copyRepository();
  try {
    for (const test of globSync("test/**/*.ts", { cwd: whole }))
      if (!existsSync(path.join(copy, test))) rmSync(path.join(whole, test));
    const before = new Set(await unusedIn(whole));
    const left = (await unusedIn(copy)).filter((one) => !before.has(one));
    report("dead code", left.join("\n"));
    return left.length === 0;
  } finally {
    rmSync(whole, { recursive: true, force: true });
  }
}

async function isRemovable(leaf: Leaf, all: boolean): Promise<boolean> {
  const copy = await copyRepository();
  try {
    const { files, tests, lines, edited, obstacles } = removeFeature(copy, leaf);
    console.log(`${leaf.name}: ${files} files, ${tests} further tests, ${lines} lines of lists`);
    for (const sentence of obstacles) console.log(`  ✗ ${sentence}`);
    if (obstacles.length > 0) return false;
    // The others read what these write.
    for (const check of [EVENT_DOCS, PARSERS]) if (!(await passes(check, copy))) return false;
    const unused = hasNoDeadCode(copy);
    const checks = checksOf(copy, all ? null : edited);
    return [...(await Promise.all(checks.map((check) => passes(check, copy)))), await unused].every(Boolean);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const options = { only: { type: "string" }, all: { type: "boolean", default: false } } as const;
const { only, all } = readArgs({ help: HELP, options }, (values) => values);
const NOTHING: Leaf = { name: "nothing", files: [] };
const leaves = only === undefined ? LEAVES : [...LEAVES, NOTHING].filter(({ name }) => name === only);
const broken: string[] = [];
for (const leaf of leaves) if (!(await isRemovable(leaf, all))) broken.push(leaf.name);
if (broken.length > 0) console.log(`cannot be removed: ${broken.join(", ")}`);
process.exitCode = broken.length > 0 ? 1 : 0;
