import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Expression,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely";
import type { TableSource } from "./table-source.ts";

type Tables = Record<string, Record<string, unknown>>;

/** Only compiles: statements run on the connections of the ORM. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The rows of `source` that match `where`, with the joins that `where` needs. */
export function selectFrom(
  source: TableSource,
  where: Expression<SqlBool>,
): SelectQueryBuilder<Tables, string, object> {
  let query: SelectQueryBuilder<Tables, string, object> = db.selectFrom(source.table);
  for (const { table, kind, on } of source.joins) {
    const [left, right] = on;
    query =
      kind === "inner"
        ? query.innerJoin(table, (join) => join.on(left, "=", right))
        : query.leftJoin(table, (join) => join.on(left, "=", right));
  }
  return query.where(where);
}
