import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isRunning } from "./is-running.ts";
import { StackError } from "./stack-error.ts";

interface RunState {
  pid: number;
  url: string;
  /** The connection settings of the servers; present once all of them are up. */
  environment: Record<string, string>;
}

const fileOf = (dataDir: string): string => join(dataDir, "running.json");

/**
 * Renamed into place, so that no one reads a partial file. Readable by its user only, because it contains the
 * database password.
 */
function write(dataDir: string, state: RunState): void {
  const partial = `${fileOf(dataDir)}.partial`;
  rmSync(partial, { force: true });
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600, flush: true });
  renameSync(partial, fileOf(dataDir));
}

/**
 * The content of the file; null if it is missing or incomplete, for example after a full disk or a power
 * failure.
 */
function read(dataDir: string): RunState | null {
  if (!existsSync(fileOf(dataDir))) return null;
  try {
    const state = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as RunState | null;
    return Number.isInteger(state?.pid) ? state : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The `npm start` that runs on this data folder, or null. */
export function readRunningProduct(dataDir: string): RunState | null {
  const state = read(dataDir);
  return state !== null && isRunning(state.pid, "dev/start") ? state : null;
}

export interface DataDirClaim {
  /** Publishes the servers' connection settings for later commands. */
  publish(environment: Record<string, string>): void;
  release(): void;
}

const notWritable = (dataDir: string, cause: unknown): StackError =>
  new StackError(
    `DATA_DIR is "${dataDir}", where nothing can be written (${(cause as NodeJS.ErrnoException).code}): ` +
      "name a folder of yours, for example DATA_DIR=$HOME/compliance npm start.",
    { cause },
  );

/**
 * Claims the data folder for this process. Throws StackError if another `npm start` uses it, or it is not
 * writable.
 */
export function claimDataDir(dataDir: string, url: string): DataDirClaim {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw notWritable(dataDir, error);
  }
  const other = readRunningProduct(dataDir);
  if (other !== null)
    throw new StackError(
      `The product is already running at ${other.url}: stop it first (Ctrl-C there, or kill ${other.pid}), ` +
        `or start a second one with other ports and another DATA_DIR.`,
    );
  const claim = { pid: process.pid, url, environment: {} };
  write(dataDir, claim);
  return {
    publish: (environment) => write(dataDir, { ...claim, environment }),
    release: () => {
      // Another one that started at the same moment may have replaced it.
      if (read(dataDir)?.pid === claim.pid) rmSync(fileOf(dataDir), { force: true });
    },
  };
}
