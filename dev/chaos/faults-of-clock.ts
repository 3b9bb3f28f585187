import { writeFileSync } from "node:fs";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;

/** The environment in which the clock of a process is read from `file`. */
export const skewable = (file: string): Record<string, string> => ({
  CHAOS_CLOCK: file,
  NODE_OPTIONS: `--import ${new URL("skewed-clock.mjs", import.meta.url).href}`,
});

/** The clock of one process jumps by an hour, and back; that of the servers stays. */
export const faultsOfClock = (name: string, file: string): Fault[] =>
  [HOUR_MS, -HOUR_MS].map((offset) => ({
    name: `${offset > 0 ? "advance" : "delay"} clock-of ${name}`,
    begin: async () => writeFileSync(file, String(offset)),
    repair: async () => writeFileSync(file, "0"),
  }));
