import type { EntityMetadata } from "@mikro-orm/postgresql";
import type { SqlStatement } from "./query-rows.ts";
import { compileRead, type SlottedRead } from "./compile-read.ts";
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

/** The parts of a read that contain callers' values. */
const valuesOf = (read: Values) => {
  const { where, limit, offset } = read;
  return literalLimit(read) === undefined ? { where, limit, offset } : { where };
};

function compile(meta: EntityMetadata, kind: SlottedRead["kind"], read: Values): SqlStatement {
  const slotted = withSlots(valuesOf(read)) as Pick<SlottedRead, "where" | "limit" | "offset">;
  const { orderBy, also } = read;
  const { sql, parameters } = compileRead(meta, {
    kind,
    orderBy: orderBy as SlottedRead["orderBy"],
    also,
    limit: literalLimit(read),
    ...slotted,
  });
  return { sql, parameters };
}

/** The statement for a read, compiled at most once for all reads of its shape. */
export function statementFor(meta: EntityMetadata, kind: SlottedRead["kind"], read: Values): SqlStatement {
  const { shape, values } = takeApart(valuesOf(read));
  const { orderBy, also } = read;
  const fixed = JSON.stringify([orderBy, also, literalLimit(read)]);
  const key = `${kind} ${meta.className} ${fixed} ${shape}`;
  let statement = compiled.get(key);
  if (statement === undefined) {
    if (compiled.size >= MOST_SHAPES) compiled.clear();
    statement = compile(meta, kind, read);
    compiled.set(key, statement);
  }
  const parameters = statement.parameters.map((p) => (p instanceof Slot ? values[p.n] : p));
  return { sql: statement.sql, parameters };
}
