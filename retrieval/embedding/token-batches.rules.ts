/**
 * Groups texts of similar length into batches of about equal work. Returns indexes into `lengths`, shortest
 * first. A batch has at most `pieces` word pieces, or is a single text.
 */
export function tokenBatches(lengths: readonly number[], pieces: number): number[][] {
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  const batches: number[][] = [];
  let batch: number[] = [];
  let total = 0;
  for (const index of order) {
    const length = lengths[index] ?? 0;
    if (batch.length > 0 && total + length > pieces) {
      batches.push(batch);
      batch = [];
      total = 0;
    }
    batch.push(index);
    total += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
