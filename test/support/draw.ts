import fc from "fast-check";

/** Draws values from the seed in sequence. */
export function createDraw(seed: number) {
  let drawn = 0;
  return <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { seed: seed + drawn++, numRuns: 1 })[0]!;
}

export type Draw = ReturnType<typeof createDraw>;

/** One of the values, or none. */
export const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 2 });
