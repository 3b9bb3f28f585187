import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "../stack/supervisor.ts";
import { anyRuns, isStopped, processTree, signalTree } from "../../testkit/process-tree.ts";

/** A process that faults can hit. */
export interface Member {
  name: string;
  /** Like a power failure: no signal handler runs. Settles when no process of it is left. */
  kill(): Promise<void>;
  /** Restarts it after a kill; settles when it answers. */
  start(): Promise<void>;
  /** Stops it and its children, with their connections open. */
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** Whether it has ended by itself or was killed. */
  hasEnded(): boolean;
  /** Ends it as an administrator does: its signal handlers run. */
  stop(): Promise<void>;
}

const POLL_MS = 50;

/** `launch` starts the process, also the first time, and settles when it answers. */
export async function startMember(name: string, launch: () => Promise<Child>): Promise<Member> {
  let child = await launch();
  return {
    name,
    async kill() {
      const tree = processTree(child.pid);
      signalTree(child.pid, "SIGKILL");
      await child.exited;
      while (anyRuns(tree)) await sleep(POLL_MS);
    },
    async start() {
      child = await launch();
    },
    pause: () => signalTree(child.pid, "SIGSTOP"),
    resume: () => signalTree(child.pid, "SIGCONT"),
    isPaused: () => isStopped(child.pid),
    hasEnded: () => child.hasExited(),
    stop: () => child.stop(),
  };
}
