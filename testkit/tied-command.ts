import { existsSync } from "node:fs";

/** Part of util-linux; systems other than Linux have none. */
const SETPRIV = "/usr/bin/setpriv";

/**
 * The program and its arguments, wrapped so that, where the system allows it, the kernel sends it the signal when this
 * process ends, however that happens.
 */
export const tiedCommand = (
  program: string,
  args: readonly string[],
  signal: NodeJS.Signals = "SIGTERM",
): [string, string[]] =>
  existsSync(SETPRIV)
    ? [SETPRIV, ["--pdeathsig", signal.slice(3), "--", program, ...args]]
    : [program, [...args]];
