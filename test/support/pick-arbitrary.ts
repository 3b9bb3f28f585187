import fc from "fast-check";
import type { Project } from "../../domain/projects/project.entity.ts";
import type { User } from "../../domain/users/user.entity.ts";
import type { Orm } from "../../platform/database/orm.ts";

/** Draws values from the seed in sequence. */
export function createArbitraryOf(seed: number) {
  let picked = 0;
  return <T>(arbitrary: fc.Arbitrary<T>): T =>
    fc.sample(arbitrary, { seed: seed + picked++, numRuns: 1 })[0]!;
}

export type PickFrom = ReturnType<typeof createArbitraryOf>;

/** What a row of a random world can belong to, and where it is created. */
export interface Sketch {
  pick: PickFrom;
  em: Orm["em"];
  users: readonly User[];
  projects: readonly Project[];
}

/** One of the values, or none. */
export const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 2 });
