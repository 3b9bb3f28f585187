import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import type { EntityManager } from "@mikro-orm/postgresql";
import { actAsSystem } from "../platform/database/database-caller.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { UnknownCommitError } from "../platform/database/unknown-commit-error.ts";
import { toAppError } from "../platform/web/answer-errors.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { waitFor } from "./support/wait-for.ts";

const POOL = 3;
const ROUNDS = 3;
/** More than the pool holds, so that some have to wait for a connection. */
const TRANSACTIONS = POOL * 3;

let database: TestDatabase;
let killer: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  await killer.query("create table marks (mark text unique deferrable initially deferred)");
  await killer.query("grant select, insert on marks to compliance_app");
});
afterAll(async () => {
  await killer.end();
  await database.drop();
});

const killAll = () =>
  killer.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );

const SLEEPING = "select from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'";
const isSleeping = async (): Promise<boolean> => (await killer.query(SLEEPING)).rowCount! > 0;

/** The point at which each transaction loses its connection. */
const DEATHS: Record<string, (em: EntityManager) => Promise<unknown>> = {
  "before COMMIT": () => killAll(),
  "before ROLLBACK": async () => {
    await killAll();
    throw new Error("never mind");
  },
  "in a statement": (em) => {
    let isOver = false;
    const statement = em.execute("select pg_sleep(20)").finally(() => (isOver = true));
    const killing = waitFor(async () => isOver || (await isSleeping()), Boolean).then(killAll);
    return statement.finally(() => killing);
  },
  "in a savepoint": (em) => em.transactional(() => killAll()),
};

const count = (orm: Orm): Promise<unknown> => orm.em.fork().execute("select count(*) from marks");

test.each(
  (["owner", "callers"] as const).flatMap((as) => Object.keys(DEATHS).map((where) => [as, where] as const)),
)("a pool of %s outlives connections that die %s", async (as, where) => {
  const orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: POOL }, [], as);
  const die = async (): Promise<unknown> =>
    actAsSystem(() =>
      orm.em.fork().transactional(async (em) => {
        await em.execute("select 1");
        await DEATHS[where]!(em);
      }),
    );
  for (let round = 0; round < ROUNDS; round++) {
    const ends = await Promise.allSettled(Array.from({ length: TRANSACTIONS }, die));
    expect(ends.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
  }
  const since = performance.now();
  await Promise.all(Array.from({ length: TRANSACTIONS }, () => actAsSystem(() => count(orm))));
  // Waiting for a connection alone would time out after 15 s.
  expect(performance.now() - since).toBeLessThan(10_000);
  await orm.close();
});

test("connections that died while idle, or cannot begin, are discarded", async () => {
  const orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, []);
  const nothing = async (): Promise<void> => undefined;
  for (let round = 0; round < ROUNDS * 3; round++) {
    await count(orm).catch(() => undefined);
    await killAll();
    await orm.em
      .fork()
      .transactional(nothing)
      .catch(() => undefined);
  }
  const pool = await orm.em.getConnection().getNativeClient();
  const client = await pool.connect();
  await expect(client.query("start transaction isolation level nonsense")).rejects.toThrow("nonsense");
  await expect(count(orm)).resolves.toHaveLength(1);
  await orm.close();
});

test("a transaction reports whether it may have committed when its connection is lost", async () => {
  const orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: POOL }, []);
  const mark = (text: string, then: () => Promise<unknown>) =>
    orm.em.fork().transactional(async (em) => {
      await em.execute("insert into marks values (?)", [text]);
      await then();
    });
  const during = mark("lost", killAll);
  await expect(during).rejects.toBeInstanceOf(UnknownCommitError);
  await expect(during.catch(infrastructureFault)).resolves.toBe("away");
  const answered = await during.catch(toAppError);
  expect(answered).toMatchObject({ status: 503, message: expect.stringContaining("may have been saved") });
  const before = await mark("earlier", async () => {
    await killAll();
    await count(orm);
    throw new Error("never mind");
  }).catch((error: unknown) => error);
  expect(before).toMatchObject({ message: "never mind" });
  await mark("twice", async () => undefined);
  const refused = await mark("twice", async () => undefined).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "23505" });
  expect(refused).not.toBeInstanceOf(UnknownCommitError);
  await orm.close();
});

test("a transaction that PostgreSQL rolled back at its COMMIT does not count as committed", async () => {
  const orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, []);
  const swallowing = orm.em.fork().transactional(async (em) => {
    await em.execute("insert into marks values ('gone')");
    await em.execute("select 1 / 0").catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("COMMIT rolled back");
  await expect(orm.em.fork().execute("select * from marks where mark = 'gone'")).resolves.toEqual([]);
  await orm.close();
});
