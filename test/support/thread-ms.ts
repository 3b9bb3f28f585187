/** How long this thread computed during `work`, in ms of processor time: neither other threads nor a busy machine change it. */
export function threadMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
