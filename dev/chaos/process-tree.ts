import { readdirSync, readFileSync } from "node:fs";

/** The parent of each running process, as /proc tells. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of the program stands in parentheses and may hold anything, also spaces.
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      found.set(Number(name), Number(parent));
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

/** The process and all that it started, the oldest first. */
export function processTree(root: number): number[] {
  const all = [...parents()];
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Sends the signal to the process and to all that it started. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of processTree(root)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** Whether any of them is still there; one that nobody has waited for yet is not. */
export function anyRuns(pids: readonly number[]): boolean {
  return pids.some((pid) => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  });
}
