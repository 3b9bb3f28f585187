import { readdirSync, readFileSync } from "node:fs";

/** The parent of each running process, from /proc. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The program's name is in parentheses and may contain anything, including spaces.
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      found.set(Number(name), Number(parent));
    } catch {
      // It exited in the meantime.
    }
  }
  return found;
}

/** The process and its descendants, oldest first. */
export function processTree(root: number): number[] {
  const all = [...parents()];
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Sends the signal to the process and its descendants. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processTree(root)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It exited in the meantime.
    }
  }
}

/** Whether SIGSTOP has stopped the process. */
export const isStopped = (pid: number): boolean => readFileSync(`/proc/${pid}/stat`, "utf8").includes(") T ");

/** Whether any of them is running; zombies do not count. */
export function anyRuns(pids: readonly number[]): boolean {
  return pids.some((pid) => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  });
}
