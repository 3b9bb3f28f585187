import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { newId } from "../platform/ids.ts";
import { migrate } from "../platform/database/migrate.ts";
import { createOrm, NO_LIMITS, type Orm } from "../platform/database/orm.ts";

const SNAPSHOT = new URL("../migrations/.snapshot.json", import.meta.url);
const SERVER = process.env["TEST_DATABASE_URL"]!;
const name = `limits_${newId().replaceAll("-", "")}`;
const url = Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;
/** Records the limits under which each table change runs. */
const NOTE_LIMITS = `
  create table noted (statement text, lock text);
  create function note_limits() returns event_trigger language plpgsql as $$ begin
    insert into noted values (current_setting('statement_timeout'), current_setting('lock_timeout'));
  end $$;
  create event trigger note_limits on ddl_command_start execute function note_limits()`;
let server: pg.Client;
let database: pg.Client;

beforeAll(async () => {
  server = new pg.Client({ connectionString: SERVER });
  await server.connect();
  await server.query(`create database ${name}`);
  // An operator may have set this for everyone.
  await server.query(`alter database ${name} set statement_timeout = '20s'`);
  database = new pg.Client({ connectionString: url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

const limitsOf = async (orm: Orm): Promise<string[]> => {
  const [row] = await orm.em.execute<{ statement: string; lock: string }[]>(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
  );
  await orm.close();
  return [row!.statement, row!.lock];
};

test("a migration has no time limit, but waits only a minute for locks", async () => {
  const snapshot = await readFile(SNAPSHOT, "utf8");
  await database.query(NOTE_LIMITS);
  await migrate({ DATABASE_URL: url, DATABASE_POOL: 1 });
  await database.query("drop event trigger note_limits");
  const { rows } = await database.query("select distinct statement, lock from noted");
  expect(rows).toEqual([{ statement: "0", lock: "1min" }]);
  // The test's table is not part of the entities' schema.
  expect(await readFile(SNAPSHOT, "utf8")).toBe(snapshot);
});

test("a statement of a request is cancelled after half a minute", async () => {
  const config = { DATABASE_URL: url, DATABASE_POOL: 1 };
  expect(await limitsOf(await createOrm(config, []))).toEqual(["30s", "0"]);
  expect(await limitsOf(await createOrm(config, [], "callers"))).toEqual(["30s", "0"]);
});

test("a command that reads all rows has no limit", async () => {
  const orm = await createOrm({ DATABASE_URL: url, DATABASE_POOL: 1 }, [], "owner", NO_LIMITS);
  expect(await limitsOf(orm)).toEqual(["0", "0"]);
});
