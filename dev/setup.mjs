// Plain JavaScript, because the machine's own Node runs this before the project's Node is installed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { planElasticsearch, isElasticsearchReady } from "./setup/elasticsearch.mjs";
import { clearLeftovers, findLeftovers } from "./setup/leftovers.mjs";
import { withLock } from "./setup/lock.mjs";
import { cacheDir, REPOSITORY } from "./setup/locations.mjs";
import { prepareModels } from "./setup/models.mjs";
import { areParsersFresh, planParsers } from "./setup/parsers.mjs";
import { arePackagesFresh, planPackages } from "./setup/packages.mjs";
import { createProgress } from "./setup/progress.mjs";
import { SetupError } from "./setup/setup-error.mjs";
import { planTemporal, isTemporalReady } from "./setup/temporal.mjs";
import { isTimeServerReady, planTimeServer } from "./setup/time-server.mjs";

const MINIMUM_NODE = [20, 12];
const isForTests = process.argv.includes("--test");

const PACKAGES = { name: "npm packages", isReady: arePackagesFresh, plan: planPackages };
const TIME_SERVER = { name: "Temporal tests", isReady: isTimeServerReady, plan: planTimeServer };
const PARSERS = { name: "parsers", isReady: areParsersFresh, plan: planParsers };
const SERVERS = [
  { name: "Elasticsearch", isReady: isElasticsearchReady, plan: planElasticsearch },
  { name: "Temporal", isReady: isTemporalReady, plan: planTemporal },
  ...(isForTests ? [TIME_SERVER] : []),
];
/** Only the models know whether they are complete, and one rename puts them in place. */
const MODELS = {
  name: "search models",
  isReady: () => false,
  plan: async () => async (report) => `in ${await prepareModels(report)}`,
};

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = MINIMUM_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new SetupError(
    `Node ${MINIMUM_NODE.join(".")} or later is needed and this is ${process.versions.node}: install a newer one.`,
  );
}

/** Shows a line for the part once it has something to report. */
async function prepare({ name, work }, progress) {
  let line = null;
  const report = (text) => {
    line ??= progress.begin(name, text);
    line.report(text);
  };
  try {
    const result = await work(report);
    line?.done(result);
  } catch (error) {
    line?.failed("failed");
    throw error;
  }
}

/** Runs everything to the end, so that all problems are reported at once. */
async function all(items, work) {
  const results = await Promise.allSettled(items.map(work));
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures);
  return results.map(({ value }) => value);
}

/** Missing prerequisites are reported before any long work begins. */
async function prepareMissing(parts, progress) {
  const missing = parts.filter((part) => !part.isReady());
  const planned = await all(missing, async ({ name, plan }) => ({ name, work: await plan() }));
  await all(planned, (part) => prepare(part, progress));
}

/** Servers are fetched beside the packages, and wait for these where they need one; the others use them at once. */
async function prepareAll(progress) {
  await prepareMissing([PACKAGES, ...SERVERS], progress);
  await prepareMissing([MODELS, PARSERS], progress);
}

async function setUp() {
  checkNode();
  // Tests never use servers in .env, which may hold real data.
  const dotenv = join(REPOSITORY, ".env");
  if (!isForTests && existsSync(dotenv)) process.loadEnvFile(dotenv);
  const progress = createProgress();
  try {
    const isReady = [PACKAGES, ...SERVERS].every((part) => part.isReady());
    if (isReady && findLeftovers().length === 0) return await prepareAll(progress);
    const since = Date.now();
    console.log(`Setting up what is missing; it is kept in ${cacheDir()}`);
    const onWait = () => console.log("  Another set-up is running: waiting for it");
    await withLock(cacheDir(), onWait, () => {
      clearLeftovers();
      return prepareAll(progress);
    });
    console.log(`Set-up is complete after ${((Date.now() - since) / 1000).toFixed(0)} s`);
  } finally {
    progress.close();
  }
}

try {
  await setUp();
} catch (error) {
  // Servers that waited for the packages have failed with them.
  const failures = new Set(error instanceof AggregateError ? error.errors : [error]);
  // A stack trace helps only for unexpected errors.
  for (const failure of failures) console.error(failure instanceof SetupError ? failure.message : failure);
  process.exitCode = 1;
}
