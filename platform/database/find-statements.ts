import type { EntityMetadata } from "@mikro-orm/postgresql";
import type { SqlStatement } from "./query-rows.ts";
import { compileFind, type SlottedFind } from "./compile-find.ts";
import { Slot, takeApart, withSlots } from "./filter-shape.ts";

interface Values {
  where: unknown;
  orderBy?: object;
  limit?: number;
  offset?: number;
  also?: readonly string[];
  literalLimit?: boolean;
}

/** More shapes can only come from callers, not from code: start over. */
const MOST_SHAPES = 2_000;

/** The parameters are slots. */
const compiled = new Map<string, SqlStatement>();

/** PostgreSQL assumes that a limit passed as a parameter selects a tenth of all rows. */
const literalLimit = ({ literalLimit, limit, offset = 0 }: Values): number | undefined =>
  literalLimit === true && offset === 0 ? limit : undefined;

/** The parts of a find that contain callers' values. */
const valuesOf = (find: Values) => {
  const { where, limit, offset } = find;
  return literalLimit(find) === undefined ? { where, limit, offset } : { where };
};

function compile(meta: EntityMetadata, kind: SlottedFind["kind"], find: Values): SqlStatement {
  const slotted = withSlots(valuesOf(find)) as Pick<SlottedFind, "where" | "limit" | "offset">;
  const { orderBy, also } = find;
  const { sql, parameters } = compileFind(meta, {
    kind,
    orderBy: orderBy as SlottedFind["orderBy"],
    also,
    limit: literalLimit(find),
    ...slotted,
  });
  return { sql, parameters };
}

/** The statement for a find, compiled at most once for all finds of its shape. */
export function statementFor(meta: EntityMetadata, kind: SlottedFind["kind"], find: Values): SqlStatement {
  const { shape, values } = takeApart(valuesOf(find));
  const { orderBy, also } = find;
  const fixed = JSON.stringify([orderBy, also, literalLimit(find)]);
  const key = `${kind} ${meta.className} ${fixed} ${shape}`;
  let statement = compiled.get(key);
  if (statement === undefined) {
    if (compiled.size >= MOST_SHAPES) compiled.clear();
    statement = compile(meta, kind, find);
    compiled.set(key, statement);
  }
  const parameters = statement.parameters.map((p) => (p instanceof Slot ? values[p.n] : p));
  return { sql: statement.sql, parameters };
}
