import { expect, test } from "@jest/globals";
import { entities } from "../domain/entities.ts";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { lookUpRows } from "../platform/database/look-up-rows.ts";
import { createOrm } from "../platform/database/orm.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

interface Found {
  id: string;
  name: string;
  /** The start of the statement, the same for all rows that one statement read. */
  at: string;
}
const PEOPLE = "select id, name, statement_timestamp() as at from users where id = any($1)";

const database = await stopAfterAll(createTestDatabase());
const orm = await stopAfterAll(createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 2 }, entities));
const em = orm.em.fork();
const people = ["A", "B", "C"].map((name) =>
  em.create(User, { email: `${name}@example.com`, name, role: "customer" }),
);
await em.flush();
const ids = people.map(({ id }) => id);

const namesOf = (rows: readonly Found[]): string[] => rows.map(({ name }) => name);

test("requests of the same moment share a statement, and each gets its own rows", async () => {
  const [first, second, third] = ids as [string, string, string];
  const look = (...some: string[]) => lookUpRows<Found>(orm.em.fork(), PEOPLE, some);
  const [one, two, none] = await Promise.all([look(first, second), look(second, third), look(newId())]);
  expect([namesOf(one), namesOf(two), none]).toEqual([["A", "B"], ["B", "C"], []]);
  expect(new Set([...one, ...two].map(({ at }) => at)).size).toBe(1);
});

test("nothing is cached: a later request reads changed rows", async () => {
  const [first] = ids as [string];
  await em.nativeUpdate(User, { id: first }, { name: "Changed" });
  expect(namesOf(await lookUpRows<Found>(em, PEOPLE, [first]))).toEqual(["Changed"]);
});

test("a transaction sees its own changes, and others do not", async () => {
  const [, second] = ids as [string, string];
  await em.transactional(async (inside) => {
    await inside.nativeUpdate(User, { id: second }, { name: "Uncommitted" });
    expect(namesOf(await lookUpRows<Found>(inside, PEOPLE, [second]))).toEqual(["Uncommitted"]);
    expect(namesOf(await lookUpRows<Found>(orm.em.fork(), PEOPLE, [second]))).toEqual(["B"]);
  });
});

test("an error reaches every caller, and the next request runs again", async () => {
  const look = (...some: string[]) => lookUpRows<Found>(orm.em.fork(), PEOPLE, some);
  const outcomes = await Promise.allSettled([look("no uuid"), look(ids[2]!)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(namesOf(await look(ids[2]!))).toEqual(["C"]);
});
