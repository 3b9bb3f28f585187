import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Config } from "../platform/config.ts";
import { endChild } from "./end-child.ts";
import { tiedCommand } from "./tied-command.ts";
import { untilPrinted } from "./until-printed.ts";

/** Its first start bundles the workflows. */
const START_MS = 180_000;

const VARIABLES = [
  "DATABASE_URL",
  "DATA_DIR",
  "ELASTICSEARCH_URL",
  "ELASTICSEARCH_INDEX_PREFIX",
  "TEMPORAL_ADDRESS",
  "TEMPORAL_NAMESPACE",
  "TEMPORAL_TASK_QUEUE",
  "MODEL_DIR",
  "EMBEDDING_THREADS",
  "WEBHOOK_ALLOWED_CIDRS",
  "HOST",
  "TEMPORAL_METRICS_PORT",
] as const;

export interface WorkerProcess {
  pid: number;
  /** Kills it like a power failure: no signal handler runs. */
  kill(): Promise<void>;
  /** Its processor time so far in ms, which other load hardly affects. Linux only. */
  cpuMs(): number;
  /** Asks it to stop and waits. */
  stop(): Promise<void>;
}

const environmentOf = (config: Config): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"],
  GLIBC_TUNABLES: process.env["GLIBC_TUNABLES"],
  NODE_OPTIONS: process.env["NODE_OPTIONS"],
  NODE_ENV: config.NODE_ENV,
  LOG_LEVEL: "info",
  ENCRYPTION_KEY: config.encryptionKey.toString("base64"),
  ...Object.fromEntries(
    VARIABLES.filter((name) => config[name] !== undefined).map((name) => [name, String(config[name])]),
  ),
});

/** The kernel counts in hundredths of a second for user space. */
const TICK_MS = 10;

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may contain anything; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** A worker as operators run it, with `more` variables: a separate process that can be killed. */
export async function startWorkerProcess(
  config: Config,
  more: NodeJS.ProcessEnv = {},
): Promise<WorkerProcess> {
  const child = spawn(...tiedCommand(process.execPath, ["workers/main.ts"]), {
    env: { ...environmentOf(config), ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.pipe(process.stderr, { end: false });
  await untilPrinted(child, "worker is running", START_MS);
  const pid = child.pid!;
  return {
    pid,
    cpuMs: () => cpuMsOf(pid),
    kill: () => endChild(child, "SIGKILL"),
    stop: () => endChild(child),
  };
}
