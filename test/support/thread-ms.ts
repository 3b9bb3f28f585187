/** The kernel counts processor time in steps of some ms: this much of it makes them small. */
const ENOUGH_MS = 80;

/**
 * How long this thread computes for `work`, in ms of processor time, on average of as many calls as it takes to measure it:
 * neither other threads nor a busy machine change it.
 */
export function threadMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls++) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const total = (user + system) / 1_000;
    if (total >= ENOUGH_MS) return total / calls;
  }
}
