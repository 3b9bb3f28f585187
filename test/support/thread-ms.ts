/** The kernel counts processor time in steps of some ms: with this much the error is small. */
const ENOUGH_MS = 80;

/**
 * The average processor time of this thread for `work` in ms, over as many calls as the measurement needs:
 * neither other threads nor other load affect it.
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
