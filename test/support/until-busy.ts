import { readFileSync } from "node:fs";
import { waitFor } from "./wait-for.ts";

/** More than a process needs to start. */
const BUSY_TICKS = 40;

/** The processor time of the process, in ticks of 10 ms; 0 if it does not run. */
function ticksOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** Resolves once the process is computing, and no longer starting. */
export const untilBusy = (pid: number | undefined): Promise<unknown> =>
  waitFor(
    async () => ticksOf(pid),
    (ticks) => ticks > BUSY_TICKS,
  );
