import { rmSync } from "node:fs";
import { join } from "node:path";
import { createScratchDatabase } from "../testkit/scratch-database.ts";
import { entities } from "../domain/entities.ts";
import { loadConfig } from "../platform/config.ts";
import { createOrm } from "../platform/database/orm.ts";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { reportFailure, StackError } from "./stack/stack-error.ts";

const HELP = `npm run migration:create -- name-of-the-change

Writes a migration that makes the tables match the entities, and updates the snapshot. Writes nothing if they already
match. After a merge conflict in migrations/.snapshot.json, keep one side, run this again, and delete the file that
repeats a migration.
`;

async function createMigration(name: string): Promise<void> {
  const config = loadConfig();
  const database = await createScratchDatabase(config.DATABASE_URL);
  const orm = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, entities);
  try {
    const { fileName, diff } = await orm.migrator.create(undefined, false, false, name);
    const empty = diff.up.length === 0;
    if (empty && fileName) rmSync(join(REPOSITORY, "migrations", fileName), { force: true });
    console.log(empty ? "The tables match the entities" : `Written: migrations/${fileName}`);
  } finally {
    await orm.close();
    await database.drop();
  }
}

function readName([name]: string[]): string {
  if (/^[a-z][a-z0-9-]*$/.test(name!)) return name!;
  throw new StackError(
    `"${name}" must consist of lower-case letters, digits and hyphens, as in project-owners`,
  );
}

const operands = ["name-of-the-change"];
await createMigration(readArgs({ help: HELP, operands }, (_, given) => readName(given))).catch(reportFailure);
