import { readFileSync } from "node:fs";
import { processTree } from "./process-tree.ts";

const KB_PER_MB = 1_000;
const KIB = 1.024;

/** 0 if the process has ended. */
function ownMegabytes(pid: number): number {
  try {
    const [, kib] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return (Number(kib ?? 0) * KIB) / KB_PER_MB;
  } catch {
    return 0;
  }
}

export interface ProcessMemory {
  /** Megabytes of the process itself; pages shared with other processes count in parts ("Pss"). */
  own: number;
  /** Megabytes of its children, such as parsers. */
  children: number;
}

/** The current memory of a process. Linux only. */
export function readMemory(pid: number): ProcessMemory {
  const [own = 0, ...children] = processTree(pid).map(ownMegabytes);
  return { own, children: children.reduce((sum, one) => sum + one, 0) };
}
