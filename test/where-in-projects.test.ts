import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { where } from "../domain/access/decide.ts";
import { accessRules } from "../domain/access-rules.ts";
import { whereInProjects } from "../domain/projects/where-in-projects.ts";
import { entities } from "../domain/entities.ts";
import { systemClock } from "../platform/clock.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { readRows } from "../platform/database/read-rows.ts";
import { ENTITY, createWorld, type World } from "./support/access-world.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

/** Change it to try other data. */
const SEED = 20_261_123;

let database: TestDatabase;
let orm: Orm;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 4 }, entities);
  world = await createWorld(orm, SEED);
}, 60_000);
afterAll(async () => {
  await orm.close();
  await database.drop();
});

test.each([
  ["evidence.read", "evidence"],
  ["finding.read", "finding"],
  ["report.read", "report"],
  ["audit_log.read", "audit_entry"],
] as const)(
  "%s: projects first selects the rows that the rule selects",
  async (action, kind) => {
    const em = orm.em.fork();
    const ids = async (filter: object): Promise<string[]> =>
      (await readRows<{ id: string }>(em, ENTITY[kind] as never, { where: filter }))
        .map(({ id }) => id)
        .toSorted();
    const seen = new Set<number>();
    for (const actor of fc.sample(world.actor, { seed: SEED, numRuns: 200 })) {
      const found = await ids(await whereInProjects({ em, actor, clock: systemClock }, accessRules[action]));
      expect(found).toEqual(await ids(where(actor, accessRules[action])));
      seen.add(found.length);
    }
    expect(seen.size).toBeGreaterThan(3);
  },
  60_000,
);
