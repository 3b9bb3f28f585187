import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./setup/locations.mjs";
import { readRunningProduct } from "./stack/run-file.ts";
import { onStopSignals } from "./stack/signals.ts";
import { StackError, reportFailure } from "./stack/stack-error.ts";
import { readStartSettings } from "./stack/start-settings.ts";
import { findTestStack, startTestStack, type StartingTestStack } from "./stack/test-stack.ts";

const USAGE = `node dev/run-on.ts product FILE [ARGS]   with the environment of the running npm start
node dev/run-on.ts servers FILE [ARGS]   with the servers of npm run stack, or separate ones`;

const [where, file, ...args] = process.argv.slice(2);
let starting: StartingTestStack | null = null;
let child: ChildProcess | null = null;
let isStopping = false;

/** The servers of the product running here, unless DATABASE_URL names another database: then the given ones only. */
function productEnvironment(): Record<string, string> {
  const dotenv = join(REPOSITORY, ".env");
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  const running = readRunningProduct(readStartSettings(process.env).dataDir)?.environment;
  const given = process.env["DATABASE_URL"];
  if (given && given !== running?.["DATABASE_URL"]) return {};
  if (running?.["DATABASE_URL"] !== undefined) return running;
  if (running !== undefined)
    throw new StackError("The product is still starting: run this again once it has printed its address.");
  throw new StackError(
    "The product is not running here: run `npm start` first, or set DATABASE_URL and the others.",
  );
}

async function serverEnvironment(): Promise<Record<string, string>> {
  const held = findTestStack();
  if (held !== null) return held;
  console.error("Starting servers");
  starting = startTestStack({ report: (text) => console.error(`  ${text}`) });
  return (await starting.ready).environment;
}

async function run(): Promise<number> {
  if ((where !== "product" && where !== "servers") || file === undefined) throw new StackError(USAGE);
  const isHelp = args.includes("--help") || args.includes("-h");
  const environment = isHelp ? {} : where === "product" ? productEnvironment() : await serverEnvironment();
  child = spawn(process.execPath, [file, ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

onStopSignals(() => {
  isStopping = true;
  if (child === null) void starting?.stop();
  else child.kill("SIGTERM");
});
try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = 1;
  // Errors while we are stopping are not failures.
  if (!isStopping) reportFailure(error);
} finally {
  // TypeScript does not see that serverEnvironment() sets it.
  await (starting as StartingTestStack | null)?.stop();
}
