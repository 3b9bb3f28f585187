import { readFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** What the process itself has found as the difference between its clock and the machine's. */
const shown = (file: string): Promise<number> => readFile(`${file}.shown`, "utf8").then(Number, () => 0);

/** The environment in which the clock of a process is read from `file`. */
export const skewable = (file: string): { CHAOS_CLOCK: string; load: string } => ({
  CHAOS_CLOCK: file,
  load: `--import ${new URL("skewed-clock.mjs", import.meta.url).href}`,
});

/** The clock of one process jumps by an hour, and back; that of the servers stays. */
export const faultsOfClock = (name: string, file: string): Fault[] =>
  [HOUR_MS, -HOUR_MS].map((offset) => ({
    name: `${offset > 0 ? "advance" : "delay"} clock-of ${name}`,
    begin: async () => writeFileSync(file, String(offset)),
    hasEffect: async () => Math.abs((await shown(file)) - offset) < MINUTE_MS,
    repair: async () => writeFileSync(file, "0"),
  }));
