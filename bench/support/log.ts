import { cpus, loadavg, totalmem } from "node:os";

/** Prints a line of a report. */
export const log = (line: string): void => void process.stdout.write(`${line}\n`);

/** The processors and memory of this machine. */
export const describeMachine = (): string =>
  `${cpus().length} processors (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** The load of this machine, which a run should not share. */
export const describeLoad = (): string => `load before the run ${loadavg()[0]!.toFixed(1)}`;
