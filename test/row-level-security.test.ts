import { beforeAll, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import fc from "fast-check";
import { Pool, type PoolClient } from "pg";
import { databaseCallerOf } from "../api/gateway/database-caller-of.ts";
import { where } from "../domain/access/decide.ts";
import { accessRules, type Action } from "../domain/access-rules.ts";
import type { Actor } from "../domain/actor.ts";
import { entities } from "../domain/entities.ts";
import { SCOPES } from "../domain/users/user.rules.ts";
import { actAs, actAsSystem } from "../platform/database/database-caller.ts";
import { newId } from "../platform/ids.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { APP_ROLE_OPTIONS, setCallers } from "../platform/database/set-callers.ts";
import { ENTITY, createWorld, type Kind } from "./support/access-world.ts";
import { READ, READ_ONLY, TABLES, type Table } from "./support/protected-tables.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

/** Change it to try other data. */
const SEED = 20_261_122;

const database = await stopAfterAll(createTestDatabase());
const connection = { DATABASE_URL: database.url, DATABASE_POOL: 2 };
const owner = await stopAfterAll(createOrm(connection, entities));
/** Connects like the API; with few connections, so that callers reuse each other's. */
const api = await stopAfterAll(createOrm(connection, entities, "callers"));
const world = await createWorld(owner, SEED);
// A user who may delete a project can follow the deletion: row-level security checks who owns it, the rules
// check its state.
await owner.em.fork().execute("update projects set deleting_at = null");
await owner.em.fork().execute(
  `insert into evidence_chunks (id, evidence_id, project_id, ordinal, text, start_offset, end_offset)
   select id || '_00000', id, project_id, 0, 'text', 0, 4 from evidence`,
);
const callers = fc.sample(world.actor, { seed: SEED, numRuns: 150 });

const PROJECTS = "select id::text as id from projects";
const run = (orm: Orm, sql: string): Promise<{ id: string }[]> => orm.em.fork().execute(sql);
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();
const idsIn = async (orm: Orm, table: Table): Promise<string[]> =>
  idsOf(await run(orm, `select id::text as id from ${table}`));
const as = <T>(actor: Actor, work: () => T): T => actAs(databaseCallerOf(actor), work);

/** The rows that the access rules allow, regardless of the caller's scopes. */
async function allowed(actor: Actor, action: Action): Promise<string[]> {
  const entity = ENTITY[accessRules[action].on as Kind];
  const filter = where({ ...actor, scopes: SCOPES }, accessRules[action]);
  return idsOf(
    await owner.em.fork().find<{ id: string }>(entity as never, filter, { fields: ["id"] } as never),
  );
}

/** A customer with some projects, some of them with evidence, and a key, who does not see everything. */
async function findCustomer(): Promise<Actor> {
  for (const actor of callers.filter(({ role, projectIds }) => role === "customer" && projectIds === null)) {
    const seen = await as(actor, () => Promise.all(TABLES.map((table) => idsIn(api, table))));
    if (seen.every(({ length }) => length > 0)) return actor;
  }
  throw new Error("the world has no such customer: take another seed");
}

describe("a connection of the product", () => {
  test("is no superuser, owns nothing and bypasses nothing", async () => {
    const sql = `select rolname, rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owns
      from pg_roles r where rolname = current_user`;
    const role = { rolname: "compliance_app", rolsuper: false, rolbypassrls: false, owns: 0 };
    expect(await run(api, sql)).toEqual([role]);
  });

  test.each(TABLES)("without a caller sees no row of %s and changes none", async (table) => {
    expect((await idsIn(owner, table)).length).toBeGreaterThan(10);
    expect(await idsIn(api, table)).toEqual([]);
    expect(await run(api, `update ${table} set id = id returning id`)).toEqual([]);
    expect(await run(api, `delete from ${table} returning id`)).toEqual([]);
  });

  test("without a caller sees no entry of the audit log", async () => {
    expect((await idsIn(owner, READ_ONLY)).length).toBeGreaterThan(10);
    expect(await idsIn(api, READ_ONLY)).toEqual([]);
  });

  test.each([...TABLES, READ_ONLY] as const)("of the service itself sees every row of %s", async (table) => {
    expect(await actAsSystem(() => idsIn(api, table))).toEqual(await idsIn(owner, table));
  });

  test("of a search sees evidence and passages of its project only", async () => {
    const [{ id: project } = { id: "" }] = await run(owner, "select project_id as id from evidence limit 1");
    for (const table of TABLES) {
      const mine = /^(evidence|findings|reports|ai_jobs|questionnaire)/.test(table)
        ? `project_id = '${project}'`
        : "false";
      const expected = idsOf(await run(owner, `select id::text as id from ${table} where ${mine}`));
      expect(await actAs({ kind: "project", project }, () => idsIn(api, table))).toEqual(expected);
    }
  });
});

describe(`beside the access rules (seed ${SEED})`, () => {
  test.each(Object.entries(READ) as [Table, Action][])(
    "a plain select from %s gives every caller what %s does",
    async (table, action) => {
      const seen = { none: 0, some: 0, every: 0 };
      const total = (await idsIn(owner, table)).length;
      for (const actor of callers) {
        const ids = await as(actor, () => idsIn(api, table));
        expect(ids).toEqual(await allowed(actor, action));
        seen[ids.length === 0 ? "none" : ids.length < total ? "some" : "every"] += 1;
      }
      expect(Math.min(seen.none, seen.some)).toBeGreaterThan(10);
    },
    60_000,
  );

  test("no rule allows anything on a hidden row", async () => {
    const reads = Object.entries(READ) as [Table, Action][];
    const cases = (Object.keys(accessRules) as Action[]).flatMap((action) =>
      reads
        .filter(([, read]) => accessRules[read].on === accessRules[action].on)
        .map(([table]) => ({ action, table })),
    );
    expect(cases.length).toBeGreaterThan(8);
    for (const actor of callers.slice(0, 60))
      for (const [table, its] of Map.groupBy(cases, ({ table: one }) => one)) {
        const visible = await as(actor, () => idsIn(api, table));
        for (const { action } of its)
          expect(visible).toEqual(expect.arrayContaining(await allowed(actor, action)));
      }
  });

  test("passages are visible with their evidence", async () => {
    for (const actor of callers) {
      const [evidence, chunks] = await as(actor, () =>
        Promise.all([idsIn(api, "evidence"), idsIn(api, "evidence_chunks")]),
      );
      expect(chunks).toEqual(evidence.map((id) => `${id}_00000`));
    }
  });
});

describe("a caller", () => {
  let customer: Actor;
  beforeAll(async () => void (customer = await findCustomer()));

  test.each(TABLES)("cannot change or delete invisible rows of %s", async (table) => {
    const seen = await as(customer, () => idsIn(api, table));
    const foreign = (await idsIn(owner, table)).filter((id) => !seen.includes(id));
    const list = foreign.map((id) => `'${id}'`).join();
    expect(foreign.length).toBeGreaterThan(0);
    for (const sql of [`update ${table} set id = id`, `delete from ${table}`])
      expect(await as(customer, () => run(api, `${sql} where id in (${list}) returning id`))).toEqual([]);
  });

  test("cannot assign their rows to others, or write as others", async () => {
    const seen = await as(customer, () => idsIn(api, "projects"));
    const foreign = (await idsIn(owner, "projects")).find((id) => !seen.includes(id));
    const other = world.userIds.find((id) => id !== customer.id);
    const attempts = [
      `update evidence set project_id = '${foreign}'`,
      `update evidence_chunks set project_id = '${foreign}'`,
      `update api_keys set owner_id = '${other}'`,
      newProject(other ?? ""),
    ];
    for (const sql of attempts)
      await expect(as(customer, () => run(api, sql))).rejects.toThrow(/row-level security/);
  });

  test.each([
    ["customer", true],
    ["manager", true],
    ["admin", true],
    ["auditor", false],
  ] as const)("as %s may create an own project: %s", async (role, may) => {
    const actor = { ...customer, id: world.userIds[0]!, role };
    const created = as(actor, () => run(api, newProject(actor.id)));
    await (may
      ? expect(created).resolves.toBeDefined()
      : expect(created).rejects.toThrow(/row-level security/));
    const confined = { ...actor, projectIds: [], role: "manager" as const };
    await expect(as(confined, () => run(api, newProject(actor.id)))).rejects.toThrow(/row-level security/);
  });
});

const newProject = (createdBy: string): string =>
  `insert into projects (id, name, framework, created_by_id, created_at, updated_at)
   values ('${newId()}', 'P', 'soc2', '${createdBy}', now(), now())`;

describe("callers on a pool of two connections", () => {
  /** The rows that each caller sees without concurrent callers. */
  const alone = async (): Promise<string[][]> => {
    const seen: string[][] = [];
    for (const actor of callers) seen.push(await allowed(actor, "project.read"));
    return seen;
  };

  function openPool(max: number, prepare: (client: PoolClient) => void = () => undefined): Pool {
    const pool = new Pool({ connectionString: database.url, max, options: APP_ROLE_OPTIONS });
    pool.on("connect", prepare);
    setCallers(pool);
    return pool;
  }

  test("see only their own rows concurrently", async () => {
    const expected = await alone();
    const statements = callers.map((caller) => as(caller, () => idsIn(api, "projects")));
    expect(await Promise.all(statements)).toEqual(expected);
    expect(new Set(expected.map((ids) => ids.join())).size).toBeGreaterThan(10);
  });

  test("see only their own rows in transactions that wait for each other and fail", async () => {
    const expected = await alone();
    const inTransaction = (fails: boolean) =>
      api.em.fork().transactional(async (em) => {
        const read = async () => idsOf(await em.execute<{ id: string }[]>(PROJECTS));
        const before = await read();
        await em.execute("select pg_sleep(0.001)");
        expect(await read()).toEqual(before);
        const failure = Object.assign(new Error(), { before });
        if (fails) await em.execute("select 1 / 0").catch(() => Promise.reject(failure));
        return before;
      });
    const seen = callers.map((actor, n) =>
      as(actor, () => inTransaction(n % 3 === 0)).catch((error: { before: string[] }) => error.before),
    );
    expect(await Promise.all(seen)).toEqual(expected);
    expect(await idsIn(api, "projects")).toEqual([]);
  });

  test("see only their own rows with the callback interface", async () => {
    const expected = await alone();
    const pool = openPool(2);
    const byCallback = () =>
      new Promise<string[]>((resolve, reject) => {
        pool.query<{ id: string }>(PROJECTS, (error, result) =>
          error ? reject(error) : resolve(idsOf(result.rows)),
        );
      });
    expect(await Promise.all(callers.map((actor) => as(actor, byCallback)))).toEqual(expected);
    await pool.end();
  });

  test("are set only when they change, and reset when there is none", async () => {
    const sent: unknown[] = [];
    const pool = openPool(1, (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        sent.push(args[0]);
        return query(...args);
      }) as PoolClient["query"];
    });
    const ask = () => pool.query("select count(*)::int as count from projects");
    const [one, other] = [callers[0]!, callers.find(({ id }) => id !== callers[0]!.id)!];
    const visibilityOf = async (...work: (() => Promise<unknown>)[]): Promise<number> => {
      sent.length = 0;
      for (const step of work) await step();
      return sent.length - work.length;
    };
    expect(
      await visibilityOf(
        () => as(one, ask),
        () => as({ ...one }, ask),
        () => as(one, ask),
      ),
    ).toBe(1);
    expect(await visibilityOf(() => as(one, ask))).toBe(0);
    expect(
      await visibilityOf(
        () => as(other, ask),
        () => as(one, ask),
        ask,
        ask,
      ),
    ).toBe(3);
    expect((await ask()).rows).toEqual([{ count: 0 }]);
    await pool.end();
  });

  test("do not get a connection on which they cannot be set, and the pool opens a new one", async () => {
    const pool = openPool(1);
    const client = await actAsSystem(() => pool.connect());
    await client.query("begin");
    client.release();
    const closed = once(pool, "remove");
    await expect(as(callers[0]!, () => pool.query("select 1"))).rejects.toThrow(/during a transaction/);
    await closed;
    const { rows } = await actAsSystem(() => pool.query<{ id: string }>("select id from projects"));
    expect(rows).toHaveLength(await idsIn(owner, "projects").then(({ length }) => length));
    await pool.end();
  });
});
