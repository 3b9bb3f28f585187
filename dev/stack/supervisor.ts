import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, existsSync, renameSync, type WriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { tiedCommand } from "../../testkit/tied-command.ts";
import type { ServiceUser } from "./service-user.ts";
import { StackError } from "./stack-error.ts";

const KEPT_LINES = 40;

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  /** Its whole environment. */
  env: NodeJS.ProcessEnv;
  /** Its whole output; that of the previous run is kept beside it as `.1`. */
  logFile: string;
  cwd?: string;
  /** The user it runs as; by default that of this process. */
  user?: ServiceUser | undefined;
  /** The signal that asks it to exit. */
  stopSignal?: NodeJS.Signals;
  /** How long it may take before it is killed with all its children. */
  stopMs?: number;
  /** Products end before the services they use. */
  stage: "product" | "service";
  onLine?: (line: string) => void;
}

export interface Child {
  name: string;
  pid: number;
  logFile: string;
  /** Settles with how it ended, for example "exit code 1"; never rejects. */
  exited: Promise<string>;
  hasExited(): boolean;
  lastLines(): readonly string[];
  stop(): Promise<void>;
}

export interface Supervisor {
  spawn(options: ChildOptions): Child;
  /** Ends every child, products first, and refuses new ones. Idempotent. */
  stopAll(): Promise<void>;
  isStopping(): boolean;
}

/** Lines that cannot be stored, as on a full disk, are lost: a program does not end because of its log. */
function openLog(file: string): { write(line: string): void; end(): void } {
  if (existsSync(file)) renameSync(file, `${file}.1`);
  const open = (): WriteStream =>
    createWriteStream(file, { flags: "a" }).on("error", () => void (stream = null));
  let stream: WriteStream | null = open();
  return {
    write: (line) => void (stream ??= open()).write(`${line}\n`),
    end: () => void stream?.end(),
  };
}

/** A separate process group, so that Ctrl-C reaches only us. */
function launch({ command, args, stopSignal, ...options }: ChildOptions): ChildProcess {
  return spawn(...tiedCommand(command, args, stopSignal), {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...options.user,
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
}

function startChild(options: ChildOptions): Child {
  const process_ = launch(options);
  const pid = process_.pid ?? 0;
  const log = openLog(options.logFile);
  const lines: string[] = [];
  for (const stream of [process_.stdout, process_.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      log.write(line);
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      options.onLine?.(line);
    });
  }
  let over = false;
  const exited = new Promise<string>((resolve) => {
    process_.once("error", (error) => resolve(error.message));
    process_.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).finally(() => {
    over = true;
    log.end();
  });
  const stop = async (): Promise<void> => {
    if (over) return;
    process_.kill(options.stopSignal ?? "SIGTERM");
    const timer = setTimeout(() => killGroup(pid), options.stopMs ?? 20_000);
    await exited;
    clearTimeout(timer);
    killGroup(pid);
  };
  const { name, logFile } = options;
  return { name, pid, logFile, exited, hasExited: () => over, lastLines: () => lines, stop };
}

/** Starts programs and ends all of them in the right order. */
export function createSupervisor(): Supervisor {
  const children: { child: Child; stage: ChildOptions["stage"] }[] = [];
  let stopping: Promise<void> | null = null;
  const stopStage = (stage: string): Promise<unknown> =>
    Promise.all(children.filter((c) => c.stage === stage).map(({ child }) => child.stop()));
  return {
    spawn(options) {
      if (stopping !== null) throw new StackError("The stack is stopping");
      const child = startChild(options);
      children.push({ child, stage: options.stage });
      return child;
    },
    stopAll() {
      stopping ??= stopStage("product").then(() => stopStage("service").then(() => undefined));
      return stopping;
    },
    isStopping: () => stopping !== null,
  };
}
