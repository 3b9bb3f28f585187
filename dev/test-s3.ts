import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureMoto } from "./s3/ensure-moto.ts";
import { startMoto } from "./s3/start-moto.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { reportFailure } from "./stack/stack-error.ts";
import { createSupervisor, type Supervisor } from "./stack/supervisor.ts";

const HELP = `npm run test:s3 [-- OPTIONS OF JEST]

Tests the S3 blob store on a real server: moto, which the first run installs in the cache folder, or the server at
S3_ENDPOINT, with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The tests create a bucket and delete it.
`;

async function runJest(environment: NodeJS.ProcessEnv): Promise<number> {
  const jest = join(REPOSITORY, "node_modules", "jest", "bin", "jest.js");
  const args = [jest, "--config", "jest.s3.config.js", ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: "inherit", env: environment });
  const [code] = (await once(child, "exit")) as [number | null];
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
  // Jest also receives Ctrl-C and exits; then so do we, below.
  process.on("SIGINT", () => undefined);
  try {
    process.exitCode = await runJest(await prepareServer(supervisor, logDir));
  } finally {
    await supervisor.stopAll();
    if (process.exitCode === 0) await rm(logDir, { recursive: true, force: true });
  }
}

// Jest parses all other arguments, and reports unknown ones.
if (process.argv.some((arg) => arg === "--help" || arg === "-h")) process.stdout.write(HELP);
else await main().catch(reportFailure);
