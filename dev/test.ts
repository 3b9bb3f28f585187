import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REPOSITORY } from "./setup/locations.mjs";
import { onStopSignals } from "./stack/signals.ts";
import { reportFailure } from "./stack/stack-error.ts";
import { findTestStack, startTestStack, type StartingTestStack } from "./stack/test-stack.ts";

const HELP = `npm test [-- FILES AND OPTIONS OF JEST]

Starts servers of its own, runs every test on them and removes them; \`npm run stack\` holds servers for later runs. With
FILES only the tests whose path contains one of them: \`npm test -- test/unit/\` starts no server. The last line is for
machines: "N passed, N failed, N skipped". Some of jest's options: -t NAME, --bail, --onlyFailures, --selectProjects unit.
`;

const JEST = fileURLToPath(import.meta.resolve("jest/bin/jest"));
/** Node's compile cache for the many processes of a run. */
const COMPILED = join(REPOSITORY, "node_modules", ".cache", "compiled");

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that could not be loaded. */
  numRuntimeErrorTestSuites: number;
}

const jestArgs = process.argv.slice(2);
const resultsDir = mkdtempSync(join(tmpdir(), "compliance-results-"));
const resultsFile = join(resultsDir, "results.json");
let starting: StartingTestStack | null = null;
let jest: ChildProcess | null = null;
let interrupted = false;

/**
 * Tests without servers start none: `npm test -- test/unit/some.test.ts`. `npm run test:web` runs the tests
 * of the console.
 */
function needServers(): boolean {
  const patterns = jestArgs.filter((arg) => !arg.startsWith("-"));
  return patterns.length === 0 || patterns.some((pattern) => !pattern.startsWith("test/unit/"));
}

async function servers(): Promise<Record<string, string>> {
  if (!needServers()) return {};
  const held = findTestStack();
  if (held !== null) {
    console.log("Using the servers of npm run stack");
    return held;
  }
  console.log("Starting servers for the tests");
  starting = startTestStack((text) => console.log(`  ${text}`));
  return (await starting.ready).environment;
}

async function runJest(environment: Record<string, string>): Promise<number> {
  const args = [JEST, "--json", `--outputFile=${resultsFile}`, ...jestArgs];
  jest = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, NODE_ENV: "test", ...environment },
    stdio: "inherit",
  });
  const [code] = (await once(jest, "exit")) as [number | null];
  return code ?? 1;
}

/** One machine-readable line, even if jest printed nothing. */
function closingLine(code: number): string {
  try {
    const results = JSON.parse(readFileSync(resultsFile, "utf8")) as JestResults;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    return `${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped`;
  } catch {
    return `0 passed, ${code === 0 ? 0 : 1} failed, 0 skipped`;
  }
}

async function main(): Promise<void> {
  onStopSignals(() => {
    interrupted = true;
    if (jest === null) void starting?.stop();
    else jest.kill("SIGTERM");
  });
  let code = 1;
  try {
    code = await runJest(await servers());
  } catch (error) {
    if (!interrupted) reportFailure(error);
  } finally {
    await starting?.stop();
  }
  process.exitCode = interrupted ? 130 : code;
  console.log(closingLine(process.exitCode));
}

if (jestArgs.some((arg) => arg === "--help" || arg === "-h")) process.stdout.write(HELP);
else await main();
rmSync(resultsDir, { recursive: true, force: true });
