import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "../stack/supervisor.ts";
import { anyRuns, processTree, signalTree } from "./process-tree.ts";

/** A process that faults happen to. */
export interface Member {
  name: string;
  /** As a power cut would: no signal handler runs. Settles when nothing of it is left. */
  kill(): Promise<void>;
  /** Starts it again after a kill; settles when it answers. */
  start(): Promise<void>;
  /** It and all that it started stand still, with their connections open. */
  pause(): void;
  resume(): void;
}

const POLL_MS = 50;

/** `launch` starts it, the first time too, and settles when it answers. */
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
  };
}
