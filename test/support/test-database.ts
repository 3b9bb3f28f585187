import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { newId } from "../../platform/ids.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { waitFor } from "./wait-for.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const ADMIN_URL = process.env["TEST_DATABASE_URL"] ?? "";
/** An arbitrary number that no other lock of the server uses. */
const TEMPLATE_LOCK = 7_012;

const MIGRATIONS = new URL("../../migrations/", import.meta.url);

/** Named after the text of its migrations, so that a changed migration creates a new template. */
const templateName = (): string => {
  const hash = createHash("sha256");
  for (const file of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  return `template_${hash.digest("hex").slice(0, 12)}`;
};

const urlOf = (database: string): string =>
  Object.assign(new URL(ADMIN_URL), { pathname: `/${database}` }).toString();

async function withAdmin<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  if (ADMIN_URL === "")
    throw new Error("TEST_DATABASE_URL is not set: run tests with `npm test`, or `npm run stack` first");
  const client = new pg.Client({ connectionString: ADMIN_URL });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Migrates the template once; test files that start together wait for the first. */
async function ensureTemplate(client: pg.Client): Promise<string> {
  const name = templateName();
  await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await client.query(
      "select 1 from pg_database where datname = $1 and datistemplate",
      [name],
    );
    if (rowCount === 0) {
      await client.query(`drop database if exists ${name}`);
      await client.query(`create database ${name}`);
      await migrate({ DATABASE_URL: urlOf(name), DATABASE_POOL: 2 });
      await client.query(`alter database ${name} is_template true`);
    }
    return name;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

const OTHERS = "select count(*)::int as n from pg_stat_activity where datname = $1";

/** The end of a pool does not wait for its connections, and one that is cut off later fails the test file. */
async function untilUnused(client: pg.Client, name: string): Promise<void> {
  const count = async (): Promise<number> => (await client.query<{ n: number }>(OTHERS, [name])).rows[0]!.n;
  // A test may have left connections behind on purpose.
  await waitFor(count, (n) => n === 0, 1_000).catch(() => undefined);
}

/** A separate migrated database for one test file, cloned in a fraction of a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${newId().replaceAll("-", "")}`;
  await withAdmin(async (client) => {
    const template = await ensureTemplate(client);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return {
    url: urlOf(name),
    drop: () =>
      withAdmin(async (client) => {
        await untilUnused(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
