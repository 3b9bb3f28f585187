import { afterAll, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { newId } from "../platform/ids.ts";
import { createScratchDatabase } from "../testkit/scratch-database.ts";

const serverUrl = process.env["TEST_DATABASE_URL"]!;
/** Its migrations fail, because they look for their tables in a schema that does not exist. */
const role = `scratch_${newId().replaceAll("-", "")}`;
const admin = new pg.Client({ connectionString: serverUrl });

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create role ${role} login createdb password 'secret'`);
  await admin.query(`alter role ${role} set search_path = nowhere`);
});
afterAll(async () => {
  await admin.query(`drop role ${role}`);
  await admin.end();
});

it("leaves no database behind if a migration fails", async () => {
  const url = Object.assign(new URL(serverUrl), { username: role, password: "secret" }).href;
  await expect(createScratchDatabase(url)).rejects.toThrow("mikro_orm_migrations");
  const { rows } = await admin.query<object>(
    "select datname from pg_database join pg_roles on datdba = pg_roles.oid where rolname = $1",
    [role],
  );
  expect(rows).toEqual([]);
});
