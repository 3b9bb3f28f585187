import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Pool } from "pg";
import { databaseCallerOf } from "../api/gateway/database-caller-of.ts";
import type { Actor } from "../domain/actor.ts";
import { actAs, actAsSystem } from "../platform/database/database-caller.ts";
import { entities } from "../domain/entities.ts";
import { newId } from "../platform/ids.ts";
import { createOrm } from "../platform/database/orm.ts";
import { APP_ROLE_OPTIONS, setCallers } from "../platform/database/set-callers.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

/*
 * The role with which a connection acts in the database. See row-level-security.test.ts for what each role
 * sees.
 */

const customer: Actor = {
  id: newId(),
  role: "customer",
  managerId: null,
  demoAllowed: false,
  scopes: [],
  projectIds: null,
  apiKeyId: null,
  via: null,
};
const admin: Actor = { ...customer, role: "admin" };

let database: TestDatabase;
let owner: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const as = <T>(actor: Actor, work: () => T): T => actAs(databaseCallerOf(actor), work);

test("overseers have their own role, which later callers of the connection do not inherit", async () => {
  const pool = new Pool({ connectionString: database.url, max: 1, options: APP_ROLE_OPTIONS });
  setCallers(pool);
  const roleOf = async (): Promise<unknown> =>
    (await pool.query<{ role: string }>("select current_user as role")).rows[0]?.role;
  expect(await as(admin, roleOf)).toBe("compliance_overseer");
  expect(await as(customer, roleOf)).toBe("compliance_app");
  expect(await as({ ...admin, projectIds: [newId()] }, roleOf)).toBe("compliance_app");
  expect(await as({ ...admin, managerId: newId() }, roleOf)).toBe("compliance_app");
  expect(await actAsSystem(roleOf)).toBe("compliance_app");
  expect(await as(admin, roleOf)).toBe("compliance_overseer");
  expect(await roleOf()).toBe("compliance_app");
  await pool.end();
});

test.each(["owner", "callers"] as const)(
  "connections as %s keep the configured planner settings",
  async (as) => {
    const orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, entities, as);
    const set = (category: string) =>
      orm.em
        .getConnection()
        .execute<{ name: string }[]>(
          "select name from pg_settings where source in ('client', 'session') and category like ?",
          [category],
        );
    expect(await set("Query Tuning%")).toEqual([]);
    // The query does find what connections set.
    expect(await set("%Statement Behavior")).toContainEqual({ name: "statement_timeout" });
    await orm.close();
  },
);

test("the overseer role is no superuser, bypasses nothing and cannot log in", async () => {
  const { rows } = await owner.query(
    `select rolsuper, rolbypassrls, rolcanlogin, (select count(*)::int from pg_class where relowner = r.oid) as owns
       from pg_roles r where rolname = 'compliance_overseer'`,
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: false, owns: 0 }]);
});

test("a connection that does not get its role is closed", async () => {
  const stranger = `stranger_${newId().slice(-12)}`;
  await owner.query(`create role ${stranger} login password 'stranger'`);
  const url = Object.assign(new URL(database.url), { username: stranger, password: "stranger" });
  const pool = new Pool({ connectionString: url.href, max: 1 });
  setCallers(pool);
  await expect(actAsSystem(() => pool.query("select 1"))).rejects.toThrow(
    /permission denied to set role "compliance_app"/,
  );
  expect(pool.totalCount).toBe(0);
  await pool.end();
  await owner.query(`drop role ${stranger}`);
});
