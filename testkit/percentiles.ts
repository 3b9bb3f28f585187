/** The value below which `share` (0 to 1) of the values lie (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Runs `work`; returns its result and its duration in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const start = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - start };
}
