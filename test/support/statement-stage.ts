import type { EntityMetadata } from "@mikro-orm/postgresql";
import { entities } from "../../domain/entities.ts";
import { createOrm } from "../../platform/database/orm.ts";
import { statementFor } from "../../platform/database/read-statements.ts";
import { stopAfterAll } from "./stop-after-all.ts";

type Query = Parameters<typeof statementFor>[2];

/** The statements of reads, without a database: call it at the top. */
export async function useStatements() {
  // Only describes the entities: nothing here connects.
  const config = { DATABASE_URL: "postgres://nobody@localhost:1/none", DATABASE_POOL: 1 };
  const orm = await stopAfterAll(createOrm(config, entities));
  const metaOf = (name: string): EntityMetadata =>
    [...orm.getMetadata().getAll().values()].find(({ className }) => className === name)!;
  return {
    metaOf,
    read: (name: string, query: Query) => statementFor(metaOf(name), "rows", query),
    ids: (name: string, query: Query) => statementFor(metaOf(name), "ids", query),
    count: (name: string, where: unknown) => statementFor(metaOf(name), "count", { where }),
  };
}
