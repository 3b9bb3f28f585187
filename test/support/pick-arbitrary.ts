import fc from "fast-check";

/** Draws values from the seed in sequence. */
export function createArbitraryOf(seed: number) {
  let picked = 0;
  return <T>(arbitrary: fc.Arbitrary<T>): T =>
    fc.sample(arbitrary, { seed: seed + picked++, numRuns: 1 })[0]!;
}

export type PickFrom = ReturnType<typeof createArbitraryOf>;

/** One of the values, or none. */
export const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 2 });
