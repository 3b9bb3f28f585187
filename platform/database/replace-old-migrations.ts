import type { Orm } from "./orm.ts";

/** The last migration of the old history, and of the one by area that replaced it (ADR 32). Names sort by time. */
const OLD_END = "Migration20261123123600_projects_by_index";
const AREAS_END = "Migration20261123130140_notifications";

/** The database ran a part of the old history, whose other migrations no longer exist. */
export class UnfinishedMigrationsError extends Error {
  override name = "UnfinishedMigrationsError";

  constructor(last: string) {
    super(
      `The database ran migrations up to ${last} only, and this version no longer has those up to ${OLD_END}: ` +
        "run npm run migrate once in a version that has them, then start this version again.",
    );
  }
}

/**
 * Records the migrations by area as executed in a database with the complete old history, because both create
 * the same tables. Does nothing in a new database. Several processes may do this at the same time: the rows
 * that the first one deletes serve as the lock.
 */
export async function replaceOldMigrations(orm: Orm): Promise<void> {
  // Creates the table of migrations if it is missing.
  const pending = await orm.migrator.getPending();
  const areas = pending.map(({ name }) => name).filter((name) => name <= AREAS_END);
  await orm.em.fork().transactional(async (em) => {
    const deleted = await em.execute<{ name: string }[]>(
      "delete from mikro_orm_migrations where name <= ? returning name",
      [OLD_END],
    );
    const last = deleted
      .map(({ name }) => name)
      .toSorted()
      .at(-1);
    if (last === undefined) return;
    if (last !== OLD_END) throw new UnfinishedMigrationsError(last);
    for (const name of areas) await em.execute("insert into mikro_orm_migrations (name) values (?)", [name]);
  });
}
