import { existsSync, readFileSync } from "node:fs";

/**
 * Whether a process still runs a program of ours, named by a part of its command line: its id may now belong to another
 * program. Without /proc, any process with this id counts.
 */
export function isRunning(pid: number, program: string): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self") || readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program);
  } catch {
    return false;
  }
}
