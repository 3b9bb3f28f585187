import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends a process and waits for it; returns at once if it has ended or never started. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
