const SAME_MS = 1_000;

/**
 * Calls `stop` on Ctrl-C, SIGTERM or a closed terminal; exits at once on a further signal. One Ctrl-C can
 * arrive twice, from the terminal and from npm, so signals within a second count as one.
 */
export function onStopSignals(stop: () => void): void {
  let first = 0;
  const handle = (): void => {
    if (first === 0) {
      first = Date.now();
      stop();
    } else if (Date.now() - first > SAME_MS) process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, handle);
}
