import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readdirSync } from "node:fs";
import { parse } from "node:path";
import pg from "pg";
import { migrate } from "../platform/database/migrate.ts";
import { UnfinishedMigrationsError } from "../platform/database/replace-old-migrations.ts";
import { newId } from "../platform/ids.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

/* The migrations were rewritten once, by area. A database that ran the old ones has the same tables. */

const OLD = [
  "Migration20261121104756_core",
  "Migration20261123090623_passage_signs",
  "Migration20261123123600_projects_by_index",
];
/** The last of the migrations by area; later ones are not part of the old history. */
const AREAS_END = "Migration20261123130140_notifications";
const CURRENT = readdirSync(new URL("../migrations", import.meta.url))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => parse(file).name)
  .toSorted();

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const run = () => migrate({ DATABASE_URL: database.url, DATABASE_POOL: 1 });

async function executed(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from mikro_orm_migrations order by name",
  );
  return rows.map(({ name }) => name);
}

/** Puts the database into the state after these migrations of the old history. */
async function pretend(names: string[]): Promise<void> {
  await client.query("delete from mikro_orm_migrations where name <= $1", [AREAS_END]);
  await client.query("insert into mikro_orm_migrations (name) select unnest($1::text[])", [names]);
}

test("a database with the complete old history continues with the migrations by area", async () => {
  const id = newId();
  await client.query(
    `insert into users (id, email, name, role, created_at, updated_at)
     values ($1, 'before@example.com', 'Before', 'admin', now(), now())`,
    [id],
  );
  await pretend(OLD);
  expect(await run()).toEqual([]);
  expect(await executed()).toEqual(CURRENT);
  expect((await client.query("select id from users")).rows).toEqual([{ id }]);
});

test("two processes that start together record each migration once", async () => {
  await pretend(OLD);
  await Promise.all([run(), run()]);
  expect(await executed()).toEqual(CURRENT);
});

test("a database in the middle of the old history is refused and stays unchanged", async () => {
  await pretend(OLD.slice(0, 2));
  await expect(run()).rejects.toThrow(UnfinishedMigrationsError);
  await expect(run()).rejects.toThrow(
    /up to Migration20261123090623_passage_signs only.*run npm run migrate/,
  );
  expect(await executed()).toEqual(expect.arrayContaining(OLD.slice(0, 2)));
  expect(await executed()).not.toContain(AREAS_END);
});

test("a migrated database needs no migration", async () => {
  expect(await run()).toEqual([]);
  expect(await executed()).toEqual(CURRENT);
});
