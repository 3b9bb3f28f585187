import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureMoto } from "./s3/ensure-moto.ts";
import { startMoto } from "./s3/start-moto.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { onStopSignals } from "./stack/signals.ts";
import { reportFailure } from "./stack/stack-error.ts";
import { createSupervisor, type Supervisor } from "./stack/supervisor.ts";

const HELP = `npm run test:s3 [-- OPTIONS OF JEST]

Tests the S3 blob store on a real server: moto, which the first run installs in the cache folder, or the server at
S3_ENDPOINT, with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The tests create a bucket and delete it.
`;

const JEST = join(REPOSITORY, "node_modules", "jest", "bin", "jest.js");
let jest: ChildProcess | null = null;

async function runJest(environment: NodeJS.ProcessEnv): Promise<number> {
  const args = [JEST, "--config", "jest.s3.config.js", ...process.argv.slice(2)];
  jest = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: "inherit", env: environment });
  const [code] = (await once(jest, "exit")) as [number | null];
  return code ?? 1;
}

async function prepareServer(supervisor: Supervisor, logDir: string): Promise<NodeJS.ProcessEnv> {
  if (process.env["S3_ENDPOINT"]) return process.env;
  const endpoint = await startMoto(supervisor, await ensureMoto(), logDir);
  const keys = { S3_ACCESS_KEY_ID: "test", S3_SECRET_ACCESS_KEY: "test-secret" };
  return { ...process.env, S3_ENDPOINT: endpoint, ...keys };
}

async function main(): Promise<void> {
  const supervisor = createSupervisor();
  const logDir = await mkdtemp(join(tmpdir(), "test-s3-"));
  onStopSignals(() => {
    jest?.kill("SIGTERM");
    void supervisor.stopAll();
  });
  try {
    process.exitCode = 1;
    const environment = await prepareServer(supervisor, logDir);
    if (!supervisor.isStopping()) process.exitCode = await runJest(environment);
  } catch (error) {
    // Errors while we are stopping are not failures.
    if (!supervisor.isStopping()) reportFailure(error);
  } finally {
    await supervisor.stopAll();
    if (process.exitCode === 0) await rm(logDir, { recursive: true, force: true });
  }
}

// Jest parses all other arguments, and reports unknown ones.
if (process.argv.some((arg) => arg === "--help" || arg === "-h")) process.stdout.write(HELP);
else await main();
