import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { needServers } from "./jest/need-servers.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { onStopSignals } from "./stack/signals.ts";
import { reportFailure } from "./stack/stack-error.ts";
import { findTestStack, startTestStack, type StartingTestStack } from "./stack/test-stack.ts";

const HELP = `npm test [-- FILES AND OPTIONS OF JEST]

Starts servers, runs all tests on them and removes them; \`npm run stack\` keeps servers for several runs. With FILES, runs
only the tests whose path contains one of them: \`npm test -- test/unit/\` starts no server, \`npm run test:web\` tests the console.
A run of all tests repeats the files that failed, one at a time; those that then pass are listed as flaky. The last line
is for machines: "N passed, N failed, N skipped". Useful options of jest: -t NAME, --bail, --onlyFailures, --selectProjects unit.
`;

const JEST = fileURLToPath(import.meta.resolve("jest/bin/jest"));
/** Node's compile cache for the many processes of a run. */
const COMPILED = join(REPOSITORY, "node_modules", ".cache", "compiled");
/** As in the image: a process with much memory starts children faster. */
const QUICK_CHILDREN = { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that could not be loaded. */
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string }[];
}

const GIBIBYTE = 1024 ** 3;
/**
 * The test files of a whole run at a time: a file waits for timers and servers more than half of its time, and a worker
 * with the product and a browser needs up to 3 GiB, the servers as much as one of them.
 */
const WORKERS = Math.max(1, Math.min(8, 3 * availableParallelism(), Math.floor(totalmem() / (4 * GIBIBYTE))));
/** More files than this do not fail by chance. */
const MAX_FLAKY = 8;

const jestArgs = process.argv.slice(2);
const isWhole = jestArgs.length === 0;
const resultsDir = mkdtempSync(join(tmpdir(), "compliance-results-"));
const resultsFile = join(resultsDir, "results.json");
const againFile = join(resultsDir, "again.json");
let starting: StartingTestStack | null = null;
let jest: ChildProcess | null = null;
let interrupted = false;

async function servers(): Promise<Record<string, string>> {
  if (!needServers(jestArgs)) return {};
  const held = findTestStack();
  if (held !== null) {
    console.log("Using the servers of npm run stack");
    return held;
  }
  console.log("Starting servers for the tests");
  starting = startTestStack({ report: (text) => console.log(`  ${text}`), isShortLived: true });
  return (await starting.ready).environment;
}

async function runJest(
  environment: Record<string, string>,
  output: string,
  options: readonly string[],
): Promise<number> {
  const args = [JEST, "--json", `--outputFile=${output}`, ...options];
  jest = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...QUICK_CHILDREN,
      ...process.env,
      NODE_ENV: "test",
      ...environment,
    },
    stdio: "inherit",
  });
  const [code] = (await once(jest, "exit")) as [number | null];
  return code ?? 1;
}

const readResults = (file: string): JestResults | null => {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JestResults;
  } catch {
    return null;
  }
};
const failedIn = ({ numFailedTests, numRuntimeErrorTestSuites }: JestResults): number =>
  numFailedTests + numRuntimeErrorTestSuites;

/** Runs the files of a whole run that failed once more: under load, a browser or a server can be too slow once. */
async function runAgain(environment: Record<string, string>): Promise<number> {
  const failed = (readResults(resultsFile)?.testResults ?? []).filter(({ status }) => status === "failed");
  if (!isWhole || interrupted || failed.length === 0 || failed.length > MAX_FLAKY) return 1;
  console.log(`Running ${failed.length} failed files once more`);
  const files = failed.map(({ name }) => name);
  const code = await runJest(environment, againFile, ["--maxWorkers=1", "--runTestsByPath", ...files]);
  const still = readResults(againFile)?.testResults.filter(({ status }) => status === "failed") ?? failed;
  for (const file of files)
    if (!still.some(({ name }) => name === file)) console.log(`FLAKY ${relative(REPOSITORY, file)}`);
  return code;
}

async function runTests(): Promise<number> {
  const environment = await servers();
  // A process that a failed test left behind must not keep a whole run from its end.
  const options = isWhole ? [`--maxWorkers=${WORKERS}`, "--forceExit"] : jestArgs;
  const code = await runJest(environment, resultsFile, options);
  return code === 1 ? runAgain(environment) : code;
}

/** One machine-readable line, even if jest printed nothing. */
function closingLine(code: number): string {
  const results = readResults(resultsFile);
  if (results === null) return `0 passed, ${code === 0 ? 0 : 1} failed, 0 skipped`;
  const again = readResults(againFile);
  const failed = again === null ? failedIn(results) : failedIn(again);
  const passed = results.numPassedTests + Math.max(0, failedIn(results) - failed);
  return `${passed} passed, ${failed} failed, ${results.numPendingTests + results.numTodoTests} skipped`;
}

async function main(): Promise<void> {
  onStopSignals(() => {
    interrupted = true;
    if (jest === null) void starting?.stop();
    else jest.kill("SIGTERM");
  });
  let code = 1;
  try {
    code = await runTests();
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
