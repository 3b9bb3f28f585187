import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { where } from "../domain/access/decide.ts";
import { accessRules } from "../domain/access-rules.ts";
import { whereInProjects } from "../domain/projects/where-in-projects.ts";
import { entities } from "../domain/entities.ts";
import { systemClock } from "../platform/clock.ts";
import { createOrm } from "../platform/database/orm.ts";
import { readRows } from "../platform/database/read-rows.ts";
import { ENTITY, createWorld } from "./support/access-world.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

/** Change it to try other data. */
const SEED = 20_261_123;

const database = await stopAfterAll(createTestDatabase());
const orm = await stopAfterAll(createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 4 }, entities));
const world = await createWorld(orm, SEED);

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
